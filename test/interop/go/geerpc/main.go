// The Go side of the GeeRPC interop test: a server and a client of the protocol, on encoding/gob and encoding/json as the Go
// implementation uses them. `serve NETWORK ADDRESS` (`serve-http` behind HTTP CONNECT) prints where it
// listens; `call ADDRESS HANDLE_TIMEOUT` reads one JSON call a line from its
// input and prints one JSON outcome for each as it comes; `fresh ADDRESS COUNT` makes that many connections with a call each;
// `bench ADDRESS WIDTH MS` prints the µs of a call.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

const magic = 0x3bef5c

type option struct {
	MagicNumber    int
	CodecType      string
	ConnectTimeout time.Duration
	HandleTimeout  time.Duration
}

type header struct {
	ServiceMethod string
	Seq           uint64
	Error         string
}

func main() {
	switch os.Args[1] {
	case "serve", "serve-http":
		serve(os.Args[2], os.Args[3], os.Args[1] == "serve-http")
	case "call":
		handle, err := time.ParseDuration(os.Args[3])
		check(err)
		callAll(os.Args[2], handle)
	case "fresh":
		count, err := strconv.Atoi(os.Args[3])
		check(err)
		fresh(os.Args[2], count)
	case "bench":
		width, err := strconv.Atoi(os.Args[3])
		check(err)
		ms, err := strconv.Atoi(os.Args[4])
		check(err)
		bench(os.Args[2], width, ms)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(network, address string, connect bool) {
	listener, err := net.Listen(network, address)
	check(err)
	fmt.Println(listener.Addr())
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		go serveConn(conn, connect)
	}
}

type job struct {
	ID        int
	Method    string
	Args      json.RawMessage
	TimeoutMs int
}

type outcome struct {
	ID    int         `json:"id"`
	Value interface{} `json:"value,omitempty"`
	Error string      `json:"error,omitempty"`
}

func callAll(address string, handle time.Duration) {
	c, err := dial(address, handle, false)
	check(err)
	out := json.NewEncoder(os.Stdout)
	var printing sync.Mutex
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var one job
		check(json.Unmarshal(in.Bytes(), &one))
		result := c.start(one)
		go func() {
			done := <-result
			printing.Lock()
			defer printing.Unlock()
			check(out.Encode(done))
		}()
	}
}

// fresh makes connections, each with a request right behind its Option, and prints how many were answered rightly.
func fresh(address string, count int) {
	var right int
	for i := 0; i < count; i++ {
		c, err := dial(address, 0, false)
		check(err)
		args, _ := json.Marshal(Args{i, 1})
		select {
		case done := <-c.start(job{Method: "Foo.Sum", Args: args}):
			if done.Error == "" && *done.Value.(*int) == i+1 {
				right++
			}
		case <-time.After(5 * time.Second):
		}
		c.conn.Close()
	}
	fmt.Println(right)
}

// bench calls Foo.Sum with width calls under way over one connection, first for a while to warm up, and prints the µs of one.
func bench(address string, width int, ms int) {
	c, err := dial(address, 0, true)
	check(err)
	measure := func(length time.Duration) float64 {
		var calls int64
		var workers sync.WaitGroup
		from := time.Now()
		for i := 0; i < width; i++ {
			workers.Add(1)
			go func() {
				defer workers.Done()
				for time.Since(from) < length {
					n := int(atomic.AddInt64(&calls, 1))
					done := <-c.startWith("Foo.Sum", &Args{n, 1}, 0, 10_000)
					if done.Error != "" || *done.Value.(*int) != n+1 {
						check(fmt.Errorf("expected %d, got %v", n+1, done))
					}
				}
			}()
		}
		workers.Wait()
		return float64(time.Since(from).Microseconds()) / float64(calls)
	}
	measure(time.Duration(ms) * time.Millisecond / 2)
	fmt.Println(measure(time.Duration(ms) * time.Millisecond))
}

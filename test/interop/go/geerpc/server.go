package main

import (
	"bufio"
	"encoding/gob"
	"encoding/json"
	"io"
	"net"
	"strings"
	"sync"
	"time"
)

func serveConn(conn net.Conn, connect bool) {
	defer conn.Close()
	if connect {
		head := ""
		// Byte by byte, so that nothing behind it is taken.
		for next := make([]byte, 1); !strings.HasSuffix(head, "\n\n"); head += string(next) {
			if _, err := io.ReadFull(conn, next); err != nil {
				return
			}
		}
		if !strings.HasPrefix(head, "CONNECT /_geeprc_ HTTP/1.0\n") {
			return
		}
		io.WriteString(conn, "HTTP/1.0 200 Connected to Gee RPC\n\n")
	}
	serveRPC(conn)
}

// serveRPC loses what its JSON decoder reads beyond the Option, as the Go implementation does.
func serveRPC(conn net.Conn) {
	var opt option
	if json.NewDecoder(conn).Decode(&opt) != nil || opt.MagicNumber != magic || opt.CodecType != "application/gob" {
		return
	}
	decoder := gob.NewDecoder(conn)
	out := bufio.NewWriter(conn)
	encoder := gob.NewEncoder(out)
	var sending sync.Mutex
	answer := func(h header, body interface{}) {
		sending.Lock()
		defer sending.Unlock()
		encoder.Encode(h)
		encoder.Encode(body)
		out.Flush()
	}
	for {
		var h header
		if decoder.Decode(&h) != nil {
			return
		}
		served, known := methods[h.ServiceMethod]
		if !known || served.run == nil {
			decoder.Decode(nil)
			h.Error = "rpc server: can't find " + h.ServiceMethod
			answer(h, struct{}{})
			continue
		}
		arg := served.arg()
		if err := decoder.Decode(arg); err != nil {
			h.Error = err.Error()
			answer(h, struct{}{})
			continue
		}
		go handle(h, served, arg, opt.HandleTimeout, answer)
	}
}

func handle(h header, served method, arg interface{}, limit time.Duration, answer func(header, interface{})) {
	var once sync.Once
	if limit != 0 {
		timer := time.AfterFunc(limit, func() {
			once.Do(func() {
				late := h
				late.Error = "rpc server: request handle timeout: expect within " + limit.String()
				answer(late, struct{}{})
			})
		})
		defer timer.Stop()
	}
	reply, err := served.run(arg)
	once.Do(func() {
		if err != nil {
			h.Error = err.Error()
			reply = struct{}{}
		}
		answer(h, reply)
	})
}

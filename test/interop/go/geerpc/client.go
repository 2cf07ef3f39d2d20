package main

import (
	"bufio"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

type pending struct {
	id    int
	reply interface{}
	done  chan outcome
}

type client struct {
	conn    net.Conn
	out     *bufio.Writer
	encoder *gob.Encoder
	sending sync.Mutex
	mutex   sync.Mutex
	seq     uint64
	pending map[uint64]*pending
}

// dial ends the Option with a line feed, as the Go implementation does; padded, it fills the first read of a Go server exactly.
func dial(address string, handle time.Duration, padded bool) (*client, error) {
	protocol, place, _ := strings.Cut(address, "@")
	network := protocol
	if protocol == "http" {
		network = "tcp"
	}
	conn, err := net.Dial(network, place)
	if err != nil {
		return nil, err
	}
	if protocol == "http" {
		io.WriteString(conn, "CONNECT /_geeprc_ HTTP/1.0\n\n")
		response, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: "CONNECT"})
		if err != nil || response.Status != "200 Connected to Gee RPC" {
			return nil, fmt.Errorf("unexpected answer to CONNECT: %v %v", response, err)
		}
	}
	opt := option{magic, "application/gob", 10 * time.Second, handle}
	text, err := json.Marshal(opt)
	if err != nil {
		return nil, err
	}
	end := "\n"
	if padded {
		text = text[:len(text)-1]
		end = strings.Repeat(" ", 511-len(text)) + "}"
	}
	if _, err := io.WriteString(conn, string(text)+end); err != nil {
		return nil, err
	}
	out := bufio.NewWriter(conn)
	c := &client{conn: conn, out: out, encoder: gob.NewEncoder(out), pending: map[uint64]*pending{}}
	go c.receive()
	return c, nil
}

func (c *client) start(one job) chan outcome {
	arg := methods[one.Method].arg()
	check(json.Unmarshal(one.Args, arg))
	return c.startWith(one.Method, arg, one.ID, one.TimeoutMs)
}

func (c *client) startWith(name string, arg interface{}, id int, timeoutMs int) chan outcome {
	p := &pending{id, methods[name].reply(), make(chan outcome, 2)}
	c.sending.Lock()
	defer c.sending.Unlock()
	c.mutex.Lock()
	c.seq++
	seq := c.seq
	c.pending[seq] = p
	c.mutex.Unlock()
	if timeoutMs > 0 {
		time.AfterFunc(time.Duration(timeoutMs)*time.Millisecond, func() {
			if c.take(seq) != nil {
				p.done <- outcome{ID: id, Error: "timeout"}
			}
		})
	}
	check(c.encoder.Encode(header{ServiceMethod: name, Seq: seq}))
	check(c.encoder.Encode(arg))
	check(c.out.Flush())
	return p.done
}

func (c *client) take(seq uint64) *pending {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	p := c.pending[seq]
	delete(c.pending, seq)
	return p
}

func (c *client) receive() {
	decoder := gob.NewDecoder(c.conn)
	for {
		var h header
		err := decoder.Decode(&h)
		p := c.take(h.Seq)
		switch {
		case err != nil:
			c.mutex.Lock()
			defer c.mutex.Unlock()
			for _, each := range c.pending {
				each.done <- outcome{ID: each.id, Error: err.Error()}
			}
			return
		case p == nil:
			decoder.Decode(nil)
		case h.Error != "":
			decoder.Decode(nil)
			p.done <- outcome{ID: p.id, Error: h.Error}
		default:
			if err := decoder.Decode(p.reply); err != nil {
				p.done <- outcome{ID: p.id, Error: "reading body " + err.Error()}
			} else {
				p.done <- outcome{ID: p.id, Value: p.reply}
			}
		}
	}
}

package main

import (
	"bytes"
	"encoding/gob"
	"reflect"
	"time"
)

// bench measures Go's own gob on streams that have their definitions behind them.
func bench(typ reflect.Type, data []byte, repeat int) response {
	value := reflect.New(typ)
	if err := gob.NewDecoder(bytes.NewReader(data)).DecodeValue(value); err != nil {
		return response{Error: "decode: " + err.Error()}
	}
	var stream bytes.Buffer
	encoder := gob.NewEncoder(&stream)
	if err := encoder.EncodeValue(value.Elem()); err != nil {
		return response{Error: "encode: " + err.Error()}
	}
	definitions := append([]byte(nil), stream.Bytes()...)
	stream.Reset()
	start := time.Now()
	for i := 0; i < repeat; i++ {
		stream.Reset()
		if err := encoder.EncodeValue(value.Elem()); err != nil {
			return response{Error: "encode: " + err.Error()}
		}
	}
	encode := float64(time.Since(start).Nanoseconds()) / float64(repeat)
	one := append([]byte(nil), stream.Bytes()...)
	feed := &repeated{definitions, one}
	decoder := gob.NewDecoder(feed)
	if err := decoder.DecodeValue(reflect.New(typ)); err != nil {
		return response{Error: "decode: " + err.Error()}
	}
	start = time.Now()
	for i := 0; i < repeat; i++ {
		if err := decoder.DecodeValue(reflect.New(typ)); err != nil {
			return response{Error: "decode: " + err.Error()}
		}
	}
	return response{EncodeNs: encode, DecodeNs: float64(time.Since(start).Nanoseconds()) / float64(repeat)}
}

// repeated hands out the rest, then one message over and over.
type repeated struct{ rest, one []byte }

func (r *repeated) Read(into []byte) (int, error) {
	if len(r.rest) == 0 {
		r.rest = r.one
	}
	n := copy(into, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

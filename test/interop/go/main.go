// The Go side of the gob interop test. Reads one JSON request a line and answers with one JSON line: the type is rebuilt
// by reflection, the value decoded, encoded again and sent back.
package main

import (
	"bufio"
	"bytes"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"strconv"
)

type request struct {
	Type       description
	Registered []registration
	Hex        string
	// Skip: decode the values into nothing and answer with how many there were.
	Skip bool
	// Bench: repeat the encoding and the decoding this many times and answer with the nanoseconds of one.
	Repeat int
}

type registration struct {
	Name string
	Type description
}

type response struct {
	Hex      string  `json:"hex,omitempty"`
	Error    string  `json:"error,omitempty"`
	Skipped  int     `json:"skipped,omitempty"`
	EncodeNs float64 `json:"encodeNs,omitempty"`
	DecodeNs float64 `json:"decodeNs,omitempty"`
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		answer, err := json.Marshal(answerTo(line))
		if err != nil {
			panic(err)
		}
		out.Write(answer)
		out.WriteByte('\n')
		out.Flush()
	}
}

func answerTo(line []byte) (answer response) {
	defer func() {
		if thrown := recover(); thrown != nil {
			answer = response{Error: fmt.Sprint("panic: ", thrown)}
		}
	}()
	var req request
	if err := json.Unmarshal(line, &req); err != nil {
		return response{Error: err.Error()}
	}
	for _, one := range req.Registered {
		gob.RegisterName(one.Name, reflect.New(one.Type.build()).Elem().Interface())
	}
	data, err := hex.DecodeString(req.Hex)
	if err != nil {
		return response{Error: err.Error()}
	}
	typ := req.Type.build()
	if req.Repeat > 0 {
		return bench(typ, data, req.Repeat)
	}
	decoder := gob.NewDecoder(bytes.NewReader(data))
	if req.Skip {
		return skip(decoder)
	}
	var sent bytes.Buffer
	encoder := gob.NewEncoder(&sent)
	// Every value of the stream, so that definitions have to hold beyond the first.
	for {
		value := reflect.New(typ)
		if err := decoder.DecodeValue(value); err != nil {
			if err == io.EOF && sent.Len() > 0 {
				return response{Hex: hex.EncodeToString(sent.Bytes())}
			}
			return response{Error: "decode: " + err.Error()}
		}
		if err := encoder.EncodeValue(value.Elem()); err != nil {
			return response{Error: "encode: " + err.Error()}
		}
	}
}

func skip(decoder *gob.Decoder) response {
	for skipped := 0; ; skipped++ {
		if err := decoder.Decode(nil); err == io.EOF {
			return response{Skipped: skipped}
		} else if err != nil {
			return response{Error: "skip: " + err.Error()}
		}
	}
}

// A field name that reflect.StructOf takes has to be exported, which the generator takes care of.
func (d description) build() reflect.Type {
	switch d.Kind {
	case "basic":
		return basics[d.Name]
	case "bytes":
		return reflect.TypeOf([]byte(nil))
	case "slice":
		return reflect.SliceOf(d.Elem.build())
	case "pointer":
		return reflect.PointerTo(d.Elem.build())
	case "array":
		return reflect.ArrayOf(d.Length, d.Elem.build())
	case "map":
		return reflect.MapOf(d.Key.build(), d.Elem.build())
	case "struct":
		fields := make([]reflect.StructField, len(d.Fields))
		for i, field := range d.Fields {
			fields[i] = reflect.StructField{Name: field.Name, Type: field.Type.build()}
		}
		return reflect.StructOf(fields)
	case "interface":
		return reflect.TypeOf((*interface{})(nil)).Elem()
	case "declared":
		return declared[d.Name]
	}
	panic("unknown kind " + strconv.Quote(d.Kind))
}

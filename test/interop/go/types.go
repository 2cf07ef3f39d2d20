package main

import (
	"errors"
	"math/big"
	"reflect"
	"time"
)

// description is a type as the TypeScript side describes it.
type description struct {
	Kind   string
	Name   string
	Length int
	Elem   *description
	Key    *description
	Fields []struct {
		Name string
		Type description
	}
}

// Point is a struct with a name.
type Point struct{ X, Y int }

// Node is recursive through a pointer.
type Node struct {
	Val  int
	Next *Node
}

// MTree is recursive through a map.
type MTree struct {
	V    string
	Kids map[string]*MTree
}

// MutA and MutB are recursive through each other.
type MutA struct {
	N int
	B *MutB
}

// MutB is the other half of MutA.
type MutB struct {
	S string
	A *MutA
}

// GE encodes itself as its text in angle brackets.
type GE struct{ text string }

// GobEncode implements gob.GobEncoder.
func (g GE) GobEncode() ([]byte, error) { return []byte("<" + g.text + ">"), nil }

// GobDecode implements gob.GobDecoder.
func (g *GE) GobDecode(data []byte) (err error) {
	g.text, err = between(data, '<', '>')
	return err
}

// BM encodes itself as its text in braces.
type BM struct{ text string }

// MarshalBinary implements encoding.BinaryMarshaler.
func (b BM) MarshalBinary() ([]byte, error) { return []byte("{" + b.text + "}"), nil }

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (b *BM) UnmarshalBinary(data []byte) (err error) {
	b.text, err = between(data, '{', '}')
	return err
}

func between(data []byte, first, last byte) (string, error) {
	if len(data) < 2 || data[0] != first || data[len(data)-1] != last {
		return "", errors.New("not in its brackets")
	}
	return string(data[1 : len(data)-1]), nil
}

var declared = map[string]reflect.Type{
	"main.Point": reflect.TypeOf(Point{}),
	"main.Node":  reflect.TypeOf(Node{}),
	"main.MTree": reflect.TypeOf(MTree{}),
	"main.MutA":  reflect.TypeOf(MutA{}),
	"main.GE":    reflect.TypeOf(GE{}),
	"main.BM":    reflect.TypeOf(BM{}),
	"time.Time":  reflect.TypeOf(time.Time{}),
	"big.Int":    reflect.TypeOf((*big.Int)(nil)),
}

var basics = map[string]reflect.Type{
	"bool":       reflect.TypeOf(false),
	"int":        reflect.TypeOf(int(0)),
	"int8":       reflect.TypeOf(int8(0)),
	"int16":      reflect.TypeOf(int16(0)),
	"int32":      reflect.TypeOf(int32(0)),
	"int64":      reflect.TypeOf(int64(0)),
	"uint":       reflect.TypeOf(uint(0)),
	"uint8":      reflect.TypeOf(uint8(0)),
	"uint16":     reflect.TypeOf(uint16(0)),
	"uint32":     reflect.TypeOf(uint32(0)),
	"uint64":     reflect.TypeOf(uint64(0)),
	"uintptr":    reflect.TypeOf(uintptr(0)),
	"float32":    reflect.TypeOf(float32(0)),
	"float64":    reflect.TypeOf(float64(0)),
	"complex64":  reflect.TypeOf(complex64(0)),
	"complex128": reflect.TypeOf(complex128(0)),
	"string":     reflect.TypeOf(""),
}

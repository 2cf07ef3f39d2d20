package main

import (
	"errors"
	"time"
)

// Args is what Foo.Sum adds.
type Args struct{ Num1, Num2 int }

// Point is a struct in a struct.
type Point struct{ X, Y int }

// Nested has a field of every kind.
type Nested struct {
	Name  string
	Pt    Point
	PtPtr *Point
	Tags  []string
	Meta  map[string]int
	Data  []byte
	F     float64
	B     bool
	U     uint
}

// Node is recursive.
type Node struct {
	Val  int
	Next *Node
	Kids []*Node
}

// method is how one is served and called: fresh pointers for its argument and its reply, and what it does.
type method struct {
	arg, reply func() interface{}
	run        func(arg interface{}) (interface{}, error)
}

func echo(arg func() interface{}) method {
	return method{arg, arg, func(arg interface{}) (interface{}, error) { return arg, nil }}
}

func number() interface{} { return new(int) }

var methods = map[string]method{
	"Foo.Sum": {func() interface{} { return new(Args) }, number, func(arg interface{}) (interface{}, error) {
		args := arg.(*Args)
		return args.Num1 + args.Num2, nil
	}},
	"Foo.Sleep": {number, number, func(arg interface{}) (interface{}, error) {
		ms := *arg.(*int)
		time.Sleep(time.Duration(ms) * time.Millisecond)
		return ms, nil
	}},
	"Err.Fail": {func() interface{} { return new(string) }, number, func(arg interface{}) (interface{}, error) {
		return nil, errors.New(*arg.(*string))
	}},
	// Only to be called: no server of ours has it.
	"Foo.Nope":    {number, number, nil},
	"Nope.X":      {number, number, nil},
	"Echo.String": echo(func() interface{} { return new(string) }),
	"Echo.Bytes":  echo(func() interface{} { return new([]byte) }),
	"Echo.Float":  echo(func() interface{} { return new(float64) }),
	"Echo.Map":    echo(func() interface{} { return new(map[string]int) }),
	"Echo.Slice":  echo(func() interface{} { return new([]string) }),
	"Echo.Array":  echo(func() interface{} { return new([3]int) }),
	"Echo.Nested": echo(func() interface{} { return new(Nested) }),
	"Echo.Ptr":    echo(func() interface{} { return new(Nested) }),
	"Echo.Rec":    echo(func() interface{} { return new(Node) }),
	"Echo.Time":   echo(func() interface{} { return new(time.Time) }),
	"Echo.Empty":  echo(func() interface{} { return new(struct{}) }),
	"Echo.Bool":   echo(func() interface{} { return new(bool) }),
	"Echo.Uint":   echo(func() interface{} { return new(uint64) }),
	"Echo.Int":    echo(func() interface{} { return new(int64) }),
}

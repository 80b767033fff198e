package ir

import "testing"

func BenchmarkRead(b *testing.B) {
	for name, data := range largePrograms(2 << 20) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				mustRead(b, data)
			}
		})
	}
}

func BenchmarkEncode(b *testing.B) {
	for name, data := range largePrograms(2 << 20) {
		p := mustRead(b, data)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				EncodeCompact(p)
			}
		})
	}
}

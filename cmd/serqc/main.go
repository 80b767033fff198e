// Serqc compiles program text to IR.
package main

import "serq/cmd/internal/cli"

func main() { cli.Main(command) }

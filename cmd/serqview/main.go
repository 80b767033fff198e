// Serqview draws a program in IR as SVG.
package main

import "serq/cmd/internal/cli"

func main() { cli.Main(command) }

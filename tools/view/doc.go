// Package view draws programs: what a deployment is and how a session goes through it,
// as SVG that stands alone or inside a page, in light and in dark. A figure is a pure
// function of the program.
package view

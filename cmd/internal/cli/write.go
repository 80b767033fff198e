package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Write writes a product: to standard output for "" and "-", else to a file,
// which is there whole or not at all. An error is for Fail.
func (e *Env) Write(name string, data []byte) error {
	if name == "" || name == "-" {
		if _, err := e.Out.Write(data); err != nil {
			return fmt.Errorf("cannot write standard output: %w", Reason(err))
		}
		return nil
	}
	if err := WriteFile(name, data); err != nil {
		return fmt.Errorf("cannot write %s: %w", name, Reason(err))
	}
	return nil
}

// WriteFile writes a file whole, as File does.
func WriteFile(name string, data []byte) error {
	f, err := CreateFile(name)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(data); err != nil {
		return err
	}
	return f.Commit()
}

// A File is a file that has its name only once it is whole: it is written as a
// temporary one beside its place. What is not a regular file, such as a device or a
// named pipe, is written directly.
type File struct {
	*os.File
	name string // that it is to have; "" if it is written directly
	over bool   // it was committed or discarded
}

// CreateFile begins a file, which is to be committed or discarded.
func CreateFile(name string) (*File, error) {
	mode := fs.FileMode(0o666) // less the umask
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target // replace the file that a link leads to, not the link
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, errors.New("it is a directory")
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &File{File: f}, nil
	case err == nil:
		mode = info.Mode().Perm()
	}
	temp, err := createBeside(name, mode)
	if err != nil {
		return nil, err
	}
	return &File{File: temp, name: name}, nil
}

// Commit ends a file that is whole: it takes its name. After an error it is
// discarded.
func (f *File) Commit() error {
	err := f.Close()
	if err == nil && f.name != "" {
		err = os.Rename(f.File.Name(), f.name)
	}
	if err != nil {
		f.Discard()
	}
	f.over = true
	return err
}

// Discard drops a file, unless it was committed.
func (f *File) Discard() {
	if f.over {
		return
	}
	f.over = true
	f.Close()
	if f.name != "" {
		os.Remove(f.File.Name())
	}
}

// createBeside creates a new file in the folder of name. (os.CreateTemp makes
// files that only their owner can read, whatever the umask.)
func createBeside(name string, mode fs.FileMode) (*os.File, error) {
	dir, base := filepath.Split(name)
	for {
		temp := fmt.Sprintf("%s.%s.%08x.tmp", dir, base, rand.Uint32())
		f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

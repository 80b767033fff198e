package result

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestSchemaHasTheFields compares the types with schema/report.schema.json, both
// ways: names, whether null is allowed, whether a field may be absent.
func TestSchemaHasTheFields(t *testing.T) {
	data, err := os.ReadFile("../../schema/report.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	s := &schemaWalk{t: t, defs: doc["$defs"].(map[string]any), root: doc, used: map[string]bool{}}
	s.object("report", reflect.TypeFor[Report](), doc)
	for name := range s.defs {
		if !s.used[name] {
			t.Errorf("the schema defines %s, which no field has", name)
		}
	}
}

// TestDocumentationHasTheFields demands that docs/report.md names each field.
func TestDocumentationHasTheFields(t *testing.T) {
	doc, err := os.ReadFile("../../docs/report.md")
	if err != nil {
		t.Fatal(err)
	}
	var visit func(ty reflect.Type)
	visit = func(ty reflect.Type) {
		switch ty.Kind() {
		case reflect.Pointer, reflect.Slice:
			visit(ty.Elem())
		case reflect.Struct:
			for f := range fields(ty) {
				name, _ := tag(f)
				if !strings.Contains(string(doc), "`"+name+"`") {
					t.Errorf("docs/report.md does not mention %s.%s", ty.Name(), name)
				}
				if f.Type != reflect.TypeFor[[]Report]() {
					visit(f.Type)
				}
			}
		}
	}
	visit(reflect.TypeFor[Report]())
}

func fields(ty reflect.Type) func(yield func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range ty.NumField() {
			if !yield(ty.Field(i)) {
				return
			}
		}
	}
}

// tag is the wire name of a field and whether it may be absent.
func tag(f reflect.StructField) (name string, omit bool) {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name, options == "omitempty"
}

// A schemaWalk compares types with the schema.
type schemaWalk struct {
	t    *testing.T
	root map[string]any
	defs map[string]any
	used map[string]bool
}

func (s *schemaWalk) object(path string, ty reflect.Type, schema map[string]any) {
	if schema["additionalProperties"] != false {
		s.t.Errorf("%s: the schema lets unknown fields pass", path)
	}
	properties := schema["properties"].(map[string]any)
	required := map[string]bool{}
	for _, name := range schema["required"].([]any) {
		required[name.(string)] = true
	}
	for f := range fields(ty) {
		name, omit := tag(f)
		property, ok := properties[name].(map[string]any)
		if !ok {
			s.t.Errorf("%s.%s is not in the schema", path, name)
			continue
		}
		if required[name] == omit {
			s.t.Errorf("%s.%s: required %v in the schema, may be absent %v in the type", path, name, required[name], omit)
		}
		delete(properties, name)
		s.value(path+"."+name, f.Type, property)
	}
	for name := range properties {
		s.t.Errorf("%s.%s is in the schema only", path, name)
	}
}

func (s *schemaWalk) value(path string, ty reflect.Type, schema map[string]any) {
	nullable := false
	if ty.Kind() == reflect.Pointer {
		nullable, ty = true, ty.Elem()
	}
	if ref, ok := schema["$ref"].(string); ok {
		if ref == "#" {
			return
		}
		name := strings.TrimPrefix(ref, "#/$defs/")
		schema = s.defs[name].(map[string]any)
		if s.used[name] {
			s.t.Errorf("%s: %s stands for two fields", path, name)
		}
		s.used[name] = true
	}
	want := map[reflect.Kind]string{reflect.Float64: "number", reflect.Int: "integer", reflect.Int64: "integer",
		reflect.String: "string", reflect.Bool: "boolean", reflect.Struct: "object", reflect.Slice: "array"}[ty.Kind()]
	var got any = schema["type"]
	switch {
	case schema["const"] != nil:
		got = "integer" // a version
	case schema["enum"] != nil:
		got = "string"
	}
	if types, ok := got.([]any); ok {
		if !nullable || len(types) != 2 || types[1] != "null" {
			s.t.Errorf("%s is %v in the schema, may be null %v in the type", path, types, nullable)
		}
		got, nullable = types[0], false
	}
	if got != want || nullable {
		s.t.Errorf("%s is %v in the schema, %v in the type (may be null: %v)", path, schema["type"], ty, nullable)
	}
	switch want {
	case "object":
		s.object(path, ty, schema)
	case "array":
		s.value(path+"[]", ty.Elem(), schema["items"].(map[string]any))
	}
}

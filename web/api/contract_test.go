// SPDX-License-Identifier: GPL-3.0-or-later

package api_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"mime"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"convertd/web/api"
)

// operation is what openapi.yaml says of one address and method.
type operation struct {
	Role       string `yaml:"x-role"`
	Parameters []struct {
		Ref    string `yaml:"$ref"`
		Name   string
		In     string
		Schema map[string]any
	}
	Responses map[string]struct {
		Content map[string]struct{ Schema map[string]any }
	}
}

// contract is openapi.yaml.
type contract struct {
	Paths    map[string]map[string]operation
	compiler *jsonschema.Compiler
}

const contractURL = "convertd:openapi.json"

func readContract(t *testing.T) *contract {
	t.Helper()
	text, err := os.ReadFile("openapi.yaml")
	fatal(t, err)
	c := &contract{compiler: jsonschema.NewCompiler()}
	fatal(t, yaml.Unmarshal(text, c))
	var whole map[string]any
	fatal(t, yaml.Unmarshal(text, &whole))
	asJSON, err := json.Marshal(whole)
	fatal(t, err)
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(asJSON))
	fatal(t, err)
	c.compiler.DefaultDraft(jsonschema.Draft2020)
	c.compiler.AssertFormat()
	fatal(t, c.compiler.AddResource(contractURL, value))
	return c
}

// check holds an answer to a schema of the contract.
func (c *contract) check(t *testing.T, what, pointer string, body []byte) {
	t.Helper()
	schema, err := c.compiler.Compile(contractURL + "#" + pointer)
	fatal(t, err)
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		t.Errorf("%s: not JSON: %v", what, err)
		return
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("%s: %v\n%.2000s", what, err, body)
	}
}

func (c *contract) checkError(t *testing.T, what string, got reply, status int) {
	t.Helper()
	if got.status != status {
		t.Errorf("%s: %d, want %d: %.300s", what, got.status, status, got.body)
		return
	}
	c.check(t, what, "/components/schemas/Error", got.body)
}

// escape is a path as a part of a JSON pointer in a URL.
func escape(path string) string {
	return url.PathEscape(strings.ReplaceAll(strings.ReplaceAll(path, "~", "~0"), "/", "~1"))
}

func TestContractNamesEveryRoute(t *testing.T) {
	c := readContract(t)
	var described, served []string
	for path, methods := range c.Paths {
		for method := range methods {
			if strings.HasPrefix(path, "/api/v1/") && path != "/api/v1/events" { // the hub's
				described = append(described, strings.ToUpper(method)+" "+path)
			}
		}
	}
	served = api.Routes()
	slices.Sort(described)
	slices.Sort(served)
	if !slices.Equal(described, served) {
		t.Errorf("described %q\nserved    %q", described, served)
	}
}

// A daemon converts what is uploaded, and every answer of the API about it is
// what its description says.
func TestEveryAnswerIsAsDescribed(t *testing.T) {
	c, s := readContract(t), startStack(t)
	var sent struct {
		Files []struct {
			Archive bool
			Jobs    []struct{ ID, Filename string }
			Error   *struct{ Code string }
		}
	}
	skirmish, desync := fixture(t, "replays", "orarep", "good", "ra-skirmish.orarep"), fixture(t, "replays", "orarep", "good", "ra-spectated-desync.orarep")
	answer := s.upload(submitToken, map[string]string{"label": "cup=spring", "priority": "high"},
		part{"Grand Final.orarep", fixture(t, "engine", "cnc-release-20210321.orarep")},
		part{"season.zip", zipped(t, part{"a/one.orarep", skirmish}, part{"two.orarep", desync}, part{"three.murk", fixture(t, "replays", "murk", "good", "every-kind.murk")})},
		part{"broken.orarep", fixture(t, "replays", "orarep", "bad", "text.orarep")},
		part{"cut.orarep", fixture(t, "replays", "orarep", "partial", "cut-in-packet.orarep")},
	)
	s.into(answer, 202, &sent)
	c.check(t, "upload", "/components/schemas/Uploaded", answer.body)
	if len(sent.Files) != 4 || !sent.Files[1].Archive || len(sent.Files[1].Jobs) != 3 || sent.Files[1].Jobs[0].Filename != "one.orarep" {
		t.Fatalf("sent: %s", answer.body)
	}
	s.until("five games", func() bool { return len(s.games("")) == 5 })
	failed := sent.Files[2].Jobs[0].ID
	s.until("the failure", func() bool { return strings.Contains(string(s.get("api/v1/jobs/"+failed).body), `"failed"`) })
	s.until("all names", func() bool { return len(s.games("label=cup:spring")) == 5 })

	proven := s.games("verdict=proven&game=cnc")
	if len(proven) != 1 || proven[0].Filename != "Grand Final.orarep" || proven[0].Labels["cup"] != "spring" || proven[0].LengthMS == 0 {
		t.Fatalf("proven: %+v", proven)
	}
	if partial := s.games("q=cut"); len(partial) != 1 || !partial[0].Partial {
		t.Errorf("the damaged one: %+v", partial)
	}
	if packed := s.games("label=archive:season.zip"); len(packed) != 3 {
		t.Errorf("%d games of the archive", len(packed))
	}
	parameters := map[string]string{"a": proven[0].ID, "b": s.games("q=one")[0].ID}
	for path, methods := range c.Paths {
		operation, ok := methods["get"]
		if !ok || path == "/ws" || path == "/api/v1/events" {
			continue
		}
		ids := []string{""}
		if strings.Contains(path, "/games/{id}") {
			ids = nil
			for _, game := range s.games("") {
				ids = append(ids, game.ID)
			}
		} else if strings.Contains(path, "{id}") {
			ids = []string{failed, proven[0].Job}
		}
		for _, id := range ids {
			address := strings.TrimPrefix(strings.ReplaceAll(path, "{id}", id), "/")
			if path == "/api/v1/compare" {
				address += "?a=" + parameters["a"] + "&b=" + parameters["b"]
			}
			s.checkGet(c, path, address, operation)
		}
	}
}

// What happens is told to whoever listens, as it is described.
func TestEventsAreAsDescribed(t *testing.T) {
	c, s := readContract(t), startStack(t)
	if got := s.do("GET", "api/v1/events", "", nil, ""); got.status != 401 {
		t.Fatalf("without a token: %d", got.status)
	}
	request, err := http.NewRequestWithContext(t.Context(), "GET", s.url+"api/v1/events", nil)
	fatal(t, err)
	request.Header.Set("Authorization", "Bearer "+readToken)
	answer, err := http.DefaultClient.Do(request)
	fatal(t, err)
	defer answer.Body.Close() //nolint:errcheck // read only
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	schemas := map[string]string{"hello": "Hello", "job": "Job", "progress": "ProgressEvent", "game": "Game"}
	seen, name := map[string]int{}, ""
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			name = rest
		}
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		if seen[name]++; schemas[name] == "" {
			t.Fatalf("event %q is not described", name)
		}
		c.check(t, "event "+name, "/components/schemas/"+schemas[name], []byte(data))
		if name == "hello" {
			s.upload(submitToken, nil, part{"a.orarep", fixture(t, "engine", "ra-release-20210321.orarep")})
		}
		// The last event about a game names its job.
		if name == "game" && strings.Contains(data, `"filename":"a.orarep"`) {
			break
		}
	}
	if seen["hello"] != 1 || seen["job"] < 2 || seen["progress"] == 0 || seen["game"] == 0 {
		t.Errorf("heard %v (%v)", seen, lines.Err())
	}
}

// checkGet holds one answer to its description.
func (s *stack) checkGet(c *contract, path, address string, operation operation) {
	s.t.Helper()
	got := s.get(address)
	if got.status != 200 {
		s.t.Errorf("%s: %d %.300s", address, got.status, got.body)
		return
	}
	kind, _, err := mime.ParseMediaType(got.header.Get("Content-Type"))
	if _, described := operation.Responses["200"].Content[kind]; err != nil || !described {
		s.t.Errorf("%s: content type %q is not described", address, kind)
		return
	}
	if kind == "application/json" {
		c.check(s.t, address, "/paths/"+escape(path)+"/get/responses/200/content/"+escape(kind)+"/schema", got.body)
	}
	if len(got.body) == 0 {
		s.t.Errorf("%s: nothing", address)
	}
	for _, private := range []string{"/tmp", os.TempDir(), "127.0.0.1:"} {
		if kind != "application/octet-stream" && path != "/api/v1/openapi.yaml" && bytes.Contains(got.body, []byte(private)) {
			s.t.Errorf("%s names %s", address, private)
		}
	}
}

func TestRefusalsAreAsDescribed(t *testing.T) {
	c, s := readContract(t), startStack(t)
	absent := strings.Repeat("0", 64)
	for path, status := range map[string]int{
		"api/v1/games/" + absent: 404, "api/v1/games/" + absent + "/timeline": 404, "api/v1/games/" + absent + "/file.icrep": 404, "api/v1/games/..%2f..": 404,
		"api/v1/games/ABC": 404, "api/v1/jobs/absent": 404, "api/v1/jobs/a.b": 404, "api/v1/absent": 404, "api/v1/compare?a=1&b=2": 400,
		"api/v1/compare?a=" + absent + "&b=" + absent: 404, "api/v1/games?sort=absent": 400, "api/v1/games?limit=0": 400, "api/v1/games?limit=201": 400,
		"api/v1/games?limit=x": 400, "api/v1/games?verdct=proven": 400, "api/v1/games?verdict=absent": 400, "api/v1/games?cursor=x": 400,
		"api/v1/games?from=yesterday": 400, "api/v1/games?coverage_min=1001": 400, "api/v1/games?q=a&q=b": 400, "api/v1/games?q=%ff": 400,
		"api/v1/games?q=" + strings.Repeat("a", 301): 400, "api/v1/games?" + strings.Repeat("game=a&", 51): 400, "api/v1/games?%zz": 400,
		"api/v1/statistics/groups?by=absent": 400, "api/v1/statistics/verdicts?bucket=year": 400, "api/v1/jobs?state=absent": 400,
	} {
		c.checkError(t, path, s.get(path), status)
	}
	for name, test := range map[string]struct {
		method, path, token, body, kind string
		status                          int
	}{
		"no token":               {"GET", "api/v1/games", "", "", "", 401},
		"a wrong one":            {"GET", "api/v1/games", "wrong-wrong-wrong-wrong", "", "", 401},
		"cancel without right":   {"POST", "api/v1/jobs/a/cancel", readToken, "", "", 403},
		"retry without right":    {"POST", "api/v1/jobs/a/retry", readToken, "", "", 403},
		"upload without right":   {"POST", "api/v1/uploads", readToken, "", "application/octet-stream", 403},
		"cancel an absent one":   {"POST", "api/v1/jobs/a/cancel", submitToken, "", "", 404},
		"retry an absent one":    {"POST", "api/v1/jobs/a/retry", submitToken, "", "", 404},
		"another kind of body":   {"POST", "api/v1/uploads", submitToken, "{}", "application/json", 415},
		"no kind of body":        {"POST", "api/v1/uploads", submitToken, "a", "", 415},
		"no name":                {"POST", "api/v1/uploads", submitToken, "a", "application/octet-stream", 400},
		"a name that is a place": {"POST", "api/v1/uploads?filename=..", submitToken, "a", "application/octet-stream", 400},
		"another priority":       {"POST", "api/v1/uploads?filename=a&priority=now", submitToken, "a", "application/octet-stream", 400},
		"a label without value":  {"POST", "api/v1/uploads?filename=a&label=x", submitToken, "a", "application/octet-stream", 400},
		"no boundary":            {"POST", "api/v1/uploads", submitToken, "a", "multipart/form-data", 400},
		"a form that is cut":     {"POST", "api/v1/uploads", submitToken, "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nabc", "multipart/form-data; boundary=x", 400},
		"an empty form":          {"POST", "api/v1/uploads", submitToken, "--x--\r\n", "multipart/form-data; boundary=x", 400},
		"another field":          {"POST", "api/v1/uploads", submitToken, "--x\r\nContent-Disposition: form-data; name=\"path\"\r\n\r\n/etc\r\n--x--\r\n", "multipart/form-data; boundary=x", 400},
		"too much":               {"POST", "api/v1/uploads?filename=a", submitToken, strings.Repeat("a", 5<<20), "application/octet-stream", 413},
		"a method that is none":  {"DELETE", "api/v1/games", submitToken, "", "", 404},
	} {
		c.checkError(t, name, s.do(test.method, test.path, test.token, strings.NewReader(test.body), test.kind), test.status)
	}
	if jobs, err := s.client.Jobs(t.Context()); err != nil || len(jobs) != 0 {
		t.Errorf("what was refused left %d jobs (%v)", len(jobs), err)
	}
}

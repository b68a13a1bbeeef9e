// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What a decoder in a script language does before its first job: load
// libraries, make threads, digest and inflate, listen and answer.
const (
	pythonProgram = `
import asyncio, concurrent.futures, hashlib, json, os, socket, ssl, tempfile, threading, zlib
ssl.create_default_context()
with concurrent.futures.ThreadPoolExecutor(4) as pool:
    assert len(set(pool.map(lambda n: hashlib.sha256(bytes(n)).hexdigest(), range(64)))) == 64
async def main():
    path = os.path.join(os.environ["TMPDIR"], "listener")
    server = await asyncio.start_unix_server(lambda reader, writer: None, path)
    server.close()
asyncio.run(main())
print("listened", zlib.decompress(zlib.compress(b"x")).decode())
`
	nodeProgram = `
const net = require("net"), path = require("path"), crypto = require("crypto"), zlib = require("zlib"), http2 = require("http2");
crypto.randomBytes(16, () => zlib.deflate(Buffer.alloc(1 << 20), (error, packed) => {
  const server = http2.createServer();
  server.listen(path.join(process.env.TMPDIR, "listener"), () => { server.close(); console.log("listened", "x"); });
}));
`
)

func TestScriptRuntimesStartAndListen(t *testing.T) {
	for _, runtime := range []struct{ interpreter, program string }{
		{"/usr/bin/python3", pythonProgram},
		{"/usr/bin/node", nodeProgram},
	} {
		for _, machine := range machines {
			t.Run(filepath.Base(runtime.interpreter)+"/"+machine.name, func(t *testing.T) {
				if _, err := os.Stat(runtime.interpreter); err != nil {
					t.Skipf("SKIPPED: there is no %s", runtime.interpreter)
				}
				runScript(t, machine.on(t), "#!"+runtime.interpreter+"\n"+runtime.program)
			})
		}
	}
}

func runScript(t *testing.T, environment []string, program string) {
	t.Helper()
	folder, sockets := openFolder(t), openFolder(t)
	path := filepath.Join(folder, "script")
	if err := os.WriteFile(path, []byte(program), 0o755); err != nil {
		t.Fatal(err)
	}
	script := opened(t, path)
	said, saidEnd := openPipe(t)
	var complaints bytes.Buffer
	process, err := Start(&exec.Cmd{
		Args: []string{"script"}, Env: append(environment, "TMPDIR="+sockets), Stdout: saidEnd, Stderr: &complaints,
	}, &Wall{
		Kind: KindOf(script), Executable: script, Path: ScriptPath(script, path), SocketDir: sockets,
		ReadTrees: StartTrees(script, path), Limits: Limits{Memory: 1 << 30, CPUSeconds: 60}, Required: true,
	})
	_ = saidEnd.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(process.Kill)
	var text bytes.Buffer
	_ = said.SetReadDeadline(time.Now().Add(30 * time.Second))
	_, _ = text.ReadFrom(said)
	<-process.Exited()
	if !process.Succeeded() || !strings.Contains(text.String(), "listened x") {
		t.Errorf("it said %q and ended with %s\n%s", text.String(), process.Status(), complaints.String())
	}
}

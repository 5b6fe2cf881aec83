import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChildProcess } from "../../../src/host/processes/child.ts";

const logger = { info() {}, warn() {}, error() {} } as unknown as Parameters<typeof startChildProcess>[1];

suite("a process that ends before it is ready", function () {
  this.timeout(30_000);
  let folder: string;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-child-"));
  });
  teardown(() => rm(folder, { recursive: true, force: true }));

  async function start(script: string) {
    const modulePath = join(folder, "program.cjs");
    const sharedLogFile = join(folder, "service.log");
    await writeFile(modulePath, script);
    await writeFile(sharedLogFile, "The words of an earlier run.\n");
    await startChildProcess(
      { name: "The service", modulePath, args: [], heapLimitMb: 64, threads: 1, readiness: "line", sharedLogFile },
      logger,
    );
  }

  test("is reported in the sentence that it ended with", async () => {
    const script = `process.stderr.write('{"msg":"stopping"}\\nThe folder is not ours.\\n'); process.exitCode = 1;`;
    await assert.rejects(start(script), {
      name: "ChildStartError",
      message: "The service could not be started: The folder is not ours.",
    });
  });

  test("is reported by its code when it wrote no sentence", async () => {
    for (const script of ["process.exitCode = 3;", `process.stderr.write('{"msg":"x"}\\n'); process.exitCode = 3;`]) {
      await assert.rejects(start(script), /The service could not be started: it ended with code 3; see the log\./);
    }
  });
});

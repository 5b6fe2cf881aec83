import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseServiceArguments } from "../../../../src/service/process/arguments.ts";
import {
  createServiceArguments,
  createServiceProcessOptions,
  parseReadyLine,
  readServiceFile,
  serviceFilePathOf,
} from "../../../../src/service/process/start.ts";
import { maxRunningJobs } from "../../../../src/service/sql-jobs/job-queue.ts";

const ready = {
  url: "http://127.0.0.1:1",
  apiKey: "k",
  username: "u",
  password: "p",
  tenantCode: "WFF_demo",
  instance: "i",
};
const file = { ...ready, pid: process.pid, clientId: "c", clientSecret: "s" };

suite("starting the service", () => {
  let dataFolder: string;
  setup(() => {
    dataFolder = mkdtempSync(join(tmpdir(), "workforce-start-"));
  });
  teardown(() => rmSync(dataFolder, { recursive: true, force: true }));

  test("reads the arguments that it writes", () => {
    const options = {
      dataFolder: "/data with space",
      port: 4711,
      hasSample: true,
      people: 12,
      seed: 0,
      profile: "p.json",
      idleExitSeconds: 30,
      memoryLimit: "1GB",
      threads: 2,
      logFile: "log",
      allowedHosts: ["files.example.com", "db.example.com:5432"],
      allowedFolders: ["/exchange"],
      spark: {
        remote: "sc://spark.example:443/;use_ssl=true",
        catalogUri: "https://catalog.example",
        catalog: "ice",
        warehouse: "main",
        namespace: "a.b",
      },
    };
    assert.deepEqual(parseServiceArguments(createServiceArguments(options)), options);
    const { dataFolder: folder } = options;
    assert.deepEqual(parseServiceArguments(createServiceArguments({ dataFolder: folder })), {
      dataFolder: folder,
      port: 0,
      hasSample: false,
      allowedHosts: [],
      allowedFolders: [],
    });
  });

  test("gives the process threads that jobs leave to others", () => {
    const { modulePath, args, threads } = createServiceProcessOptions("/extension", { dataFolder: "/data" });
    assert.equal(modulePath, join("/extension", "dist", "service.js"));
    assert.deepEqual(args, createServiceArguments({ dataFolder: "/data" }));
    assert.ok(threads >= 2 * maxRunningJobs);
  });

  test("knows the ready line from any other", () => {
    assert.deepEqual(parseReadyLine(JSON.stringify(ready)), ready);
    for (const line of [
      "",
      "ready",
      "{}",
      "[]",
      "null",
      JSON.stringify({ ...ready, apiKey: 1 }),
      JSON.stringify({ ...ready, instance: undefined }),
    ]) {
      assert.equal(parseReadyLine(line), undefined);
    }
  });

  test("finds the running service by its file", () => {
    assert.equal(readServiceFile(dataFolder), undefined);
    writeFileSync(serviceFilePathOf(dataFolder), JSON.stringify(file));
    assert.deepEqual(readServiceFile(dataFolder), file);
  });

  test("takes no notice of half a file or of one whose process has died", () => {
    // Above the largest process id that Linux, macOS or Windows gives.
    for (const text of [
      JSON.stringify(file).slice(0, -5),
      JSON.stringify({ ...file, pid: 2 ** 30 }),
      JSON.stringify(ready),
    ]) {
      writeFileSync(serviceFilePathOf(dataFolder), text);
      assert.equal(readServiceFile(dataFolder), undefined);
    }
  });
});

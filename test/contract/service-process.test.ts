import assert from "node:assert/strict";
import { readFileSync, watch, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { probeService } from "../../src/features/connections/service-probe.ts";
import { scratchFolderOf } from "../../src/service/process/platform.ts";
import {
  createServiceArguments,
  exitCodes,
  livenessPath,
  type ReadyLine,
  readServiceFile,
  serviceFilePathOf,
} from "../../src/service/process/start.ts";
import { PlatformDatabase } from "../../src/service/store/platform-database.ts";
import { copySample, sendRequest, startTestService } from "../support/running-service.ts";
import { type ServiceProgram, serviceProgram } from "../support/service-program.ts";

const sample = { hasSample: true, people: 40 };

suite("the embedded service as a process", () => {
  let program: ServiceProgram;
  let dataFolder: string;
  suiteSetup(async () => {
    program = serviceProgram();
  });
  suiteTeardown(() => program.dispose());
  setup(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), "workforce-data-"));
  });
  teardown(() => rm(dataFolder, { recursive: true, force: true }));

  const args = (options: object = {}) => createServiceArguments({ dataFolder, ...options });

  async function signIn({ url, apiKey, username, password }: ReadyLine): Promise<Record<string, string>> {
    const answer = await sendRequest(url, "POST", "/v1/admin/serviceSecureToken", { form: { username, password } });
    assert.equal(answer.status, 200, answer.text);
    return { apikey: apiKey, cookie: `ServiceASIDToken=${answer.text}` };
  }

  /** How many people the tenant has had, by the sample's own metric over the last month. */
  async function headcount(ready: ReadyLine, headers: Record<string, string> = {}): Promise<number> {
    const query =
      'SELECT employeeCount() FROM Employee WHERE Service_Time IN periods(date("2026-01-01"), 1, period(1, Month))';
    const proof = { ...(await signIn(ready)), ...headers };
    const answer = await sendRequest(ready.url, "POST", "/v1/data/query/sql", { json: { query }, headers: proof });
    assert.equal(answer.status, 200, answer.text);
    return Number(answer.json<{ rows: Record<string, string>[] }>().rows[0]?.["0"]);
  }

  /** Resolves when a build of tenant data has begun. */
  async function buildBegins(): Promise<void> {
    const tenants = join(dataFolder, "tenants");
    await mkdir(tenants, { recursive: true });
    await new Promise<void>((resolve) => {
      const watcher = watch(tenants, (_, name) => {
        if (name?.includes(".building")) {
          watcher.close();
          resolve();
        }
      });
    });
  }

  test("prints one line when it is ready, leaves a file for others and removes it when it is stopped", async () => {
    const running = program.start(args(sample));
    const ready = await running.ready;
    assert.deepEqual(Object.keys(ready), ["url", "apiKey", "username", "password", "tenantCode", "instance"]);
    const named = Object.keys(ready).map((name) => `"${name}"`);
    assert.ok(
      readFileSync("docs/local-service.md", "utf8").includes(`{${named.join(",")}}`),
      "docs/local-service.md names each of them",
    );
    const file = readServiceFile(dataFolder);
    assert.equal(file?.pid, running.process.pid);
    assert.equal(file?.url, ready.url);
    assert.equal((await stat(serviceFilePathOf(dataFolder))).mode & 0o777, 0o600);
    assert.equal(file?.instance, ready.instance);
    assert.match(ready.instance, /^[\w-]{43}$/);
    assert.equal(await probeService(ready), "alive");
    assert.equal(await headcount(ready), 40);
    assert.ok((await headcount(ready, { TargetTenantID: "WFF_demo~north" })) < 40);
    running.process.kill("SIGTERM");
    const { code, stdout, stderr } = await running.end;
    assert.equal(code, exitCodes.ok);
    assert.equal(stdout, `${JSON.stringify(ready)}\n`);
    for (const secret of [ready.apiKey, ready.password, ready.instance]) {
      assert.ok(!stderr.includes(secret));
    }
    const left = await readdir(dataFolder, { recursive: true });
    assert.deepEqual(
      left.filter((name) => /service\.json|\.wal|\.building/.test(name)),
      [],
    );
  });

  test("writes nothing but log lines on standard error, and files that only their owner reads", async () => {
    const running = program.start(args(sample));
    await headcount(await running.ready);
    const files = (await readdir(dataFolder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    assert.ok(files.length > 3);
    for (const { parentPath, name } of files) {
      assert.equal((await stat(join(parentPath, name))).mode & 0o077, 0, name);
    }
    running.process.kill("SIGTERM");
    const lines = (await running.end).stderr.trimEnd().split("\n");
    assert.ok(lines.every((line) => typeof JSON.parse(line).msg === "string"));
  });

  test("clears what a killed process left under way, and nothing of a live one", async () => {
    const first = program.start(args());
    await first.ready;
    const left = join(scratchFolderOf(dataFolder), "WFF_demo", "workforce-abc");
    await mkdir(left, { recursive: true });
    writeFileSync(join(left, "rows-0"), "[]");
    assert.equal((await program.start(args()).end).code, exitCodes.folderInUse);
    assert.deepEqual(await readdir(left), ["rows-0"]);
    first.process.kill("SIGKILL");
    await first.end;
    const second = program.start(args());
    await second.ready;
    await assert.rejects(readdir(left), { code: "ENOENT" });
    second.process.kill("SIGTERM");
    await second.end;
  });

  test("makes spoilt credentials anew and tells nobody what was in them", async () => {
    const service = await startTestService({ hasSample: false });
    try {
      for (const text of ["hunter2, no JSON", '{"apiKey":"hunter2"}', "null", ""]) {
        await service.restart(async () => writeFileSync(join(service.dataFolder, "credentials.json"), text));
        await signIn(service.service.ready);
        assert.doesNotMatch(`${service.log.join()}${JSON.stringify(service.service.ready)}`, /hunter2/);
      }
    } finally {
      await service.dispose();
    }
  });

  test("is refused on a folder that another process has, and says which", async () => {
    const first = program.start(args());
    const ready = await first.ready;
    const second = await program.start(args()).end;
    assert.equal(second.code, exitCodes.folderInUse);
    assert.equal(second.stdout, "");
    assert.ok(second.stderr.includes(`process ${first.process.pid} at ${ready.url}`), second.stderr);
    assert.equal(readServiceFile(dataFolder)?.pid, first.process.pid);
    first.process.kill("SIGINT");
    assert.equal((await first.end).code, exitCodes.ok);
  });

  test("starts again after it was killed, with the same credentials and tokens", async () => {
    await copySample(dataFolder);
    const first = program.start(args({ hasSample: true }));
    const before = await first.ready;
    const proof = await signIn(before);
    const path = "/v1alpha/reporting/reports";
    const created = await sendRequest(before.url, "POST", path, { headers: proof, json: { title: "Kept" } });
    first.process.kill("SIGKILL");
    await first.end;
    assert.ok(readFileSync(serviceFilePathOf(dataFolder), "utf8").includes(before.url));
    assert.equal(readServiceFile(dataFolder), undefined);
    const second = program.start(args({ hasSample: true }));
    const after = await second.ready;
    assert.notEqual(after.instance, before.instance);
    assert.deepEqual({ ...after, url: "", instance: "" }, { ...before, url: "", instance: "" });
    const found = await sendRequest(after.url, "GET", `${path}/${created.json().id}`, { headers: proof });
    assert.deepEqual(found.json(), created.json());
    assert.equal(await headcount(after), 40);
    second.process.kill("SIGTERM");
    await second.end;
  });

  test("has nothing of a load that it was killed in, and loads anew", async () => {
    const begun = buildBegins();
    const first = program.start(args({ hasSample: true, people: 20_000 }));
    await begun;
    first.process.kill("SIGKILL");
    assert.equal((await first.end).stdout, "");
    const tenants = await readdir(join(dataFolder, "tenants"));
    assert.deepEqual(
      tenants.filter((name) => !name.includes(".building")),
      [],
    );
    const second = program.start(args(sample));
    assert.equal(await headcount(await second.ready), 40);
    assert.deepEqual(
      (await readdir(join(dataFolder, "tenants"))).filter((name) => name.includes(".building")),
      [],
    );
    second.process.kill("SIGTERM");
    await second.end;
  });

  test("has all of the data of before when it is killed while it loads a larger sample", async () => {
    await copySample(dataFolder);
    const begun = buildBegins();
    const second = program.start(args({ hasSample: true, people: 20_000 }));
    await begun;
    second.process.kill("SIGKILL");
    await second.end;
    const third = program.start(args({ hasSample: true }));
    assert.equal(await headcount(await third.ready), 40);
    third.process.kill("SIGTERM");
    await third.end;
  });

  test("stops although a caller never comes to the end of its request, and the next one waits for it", async () => {
    const running = program.start(args());
    const ready = await running.ready;
    const { hostname, port } = new URL(ready.url);
    const socket = connect(Number(port), hostname);
    const form = "content-type: application/x-www-form-urlencoded\r\ncontent-length: 100";
    socket.write(`POST /v1/admin/serviceSecureToken HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${form}\r\n\r\nusername=`);
    const closed = new Promise((resolve) => {
      socket.once("close", resolve);
      // A reset is as good an end as any.
      socket.on("error", () => undefined);
    });
    // The answer to a later request says that the service has seen the first.
    assert.equal((await sendRequest(ready.url, "GET", livenessPath)).status, 400);
    const removed = new Promise<void>((resolve) => {
      const watcher = watch(dataFolder, () => {
        if (readServiceFile(dataFolder) === undefined) {
          watcher.close();
          resolve();
        }
      });
    });
    running.process.kill("SIGTERM");
    await removed;
    const next = program.start(args());
    assert.equal((await running.end).code, exitCodes.ok);
    await closed;
    assert.equal((await next.ready).apiKey, ready.apiKey);
    next.process.kill("SIGTERM");
    await next.end;
  });

  test("stops at once when it is told to while it loads", async () => {
    const begun = buildBegins();
    const running = program.start(args({ hasSample: true, people: 20_000 }));
    await begun;
    running.process.kill("SIGTERM");
    const { code, stdout } = await running.end;
    assert.equal(code, exitCodes.ok);
    assert.equal(stdout, "");
  });

  test("loads the sample of another size when it is asked for", async () => {
    await copySample(dataFolder);
    const running = program.start(args({ hasSample: true, people: 60 }));
    assert.equal(await headcount(await running.ready), 60);
    running.process.kill("SIGTERM");
    await running.end;
  });

  test("ends by itself when nobody is in touch", async () => {
    const running = program.start(args({ idleExitSeconds: 1 }));
    await running.ready;
    const { code, stderr } = await running.end;
    assert.equal(code, exitCodes.ok);
    assert.ok(stderr.includes('"reason":"idle"'));
    assert.equal(readServiceFile(dataFolder), undefined);
  });

  test("writes its log to a file when it is told one", async () => {
    const logFile = join(dataFolder, "logs", "service.log");
    const running = program.start(args({ logFile }));
    await running.ready;
    running.process.kill("SIGTERM");
    assert.equal((await running.end).stderr, "");
    assert.ok(readFileSync(logFile, "utf8").includes('"msg":"ready"'));
  });

  test("hashes passwords at full cost, which no argument lowers", async () => {
    const running = program.start(args());
    await running.ready;
    running.process.kill("SIGTERM");
    await running.end;
    const platform = await PlatformDatabase.open(dataFolder);
    const hashes = await platform.use((connection) => connection.rows("SELECT password_hash FROM accounts"));
    await platform.close();
    assert.ok(hashes.length > 0);
    assert.ok(hashes.every(({ password_hash: hash }) => String(hash).endsWith(".16384")));
    const lowered = await program.start([...args(), "--password-cost", "16"]).end;
    assert.equal(lowered.code, exitCodes.usage);
  });

  test("says what is wrong with its arguments or its profile", async () => {
    const profile = join(dataFolder, "profile.json");
    writeFileSync(profile, '{"routes": {"listNothing": "GET /a"}}');
    for (const [given, words] of [
      [["--data", dataFolder, "--people", "many"], "--people must be a whole number"],
      [args({ profile }), '"listNothing", which is not an operation'],
    ] as const) {
      const { code, stderr, stdout } = await program.start(given).end;
      assert.equal(code, exitCodes.usage);
      assert.ok(stderr.includes(words), stderr);
      assert.equal(stdout, "");
    }
  });

  test("refuses a folder that is not its own, and leaves it as it was, also without a log in it", async () => {
    const drafts = join(dataFolder, "scratch", "drafts");
    await mkdir(drafts, { recursive: true });
    writeFileSync(join(drafts, "thesis.txt"), "years of work");
    const { code, stderr, stdout } = await program.start(args({ logFile: join(dataFolder, "logs", "service.log") }))
      .end;
    assert.equal(code, exitCodes.failed);
    assert.equal(stdout, "");
    assert.match(stderr, /^The service cannot start: the folder .* holds files that do not belong to this service\. /);
    assert.ok(stderr.includes(dataFolder), stderr);
    assert.deepEqual(await readdir(dataFolder), ["scratch"]);
    assert.equal(readFileSync(join(drafts, "thesis.txt"), "utf8"), "years of work");
  });

  test("says that its port is taken", async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, "127.0.0.1", () => {
        const address = other.address();
        resolve(typeof address === "object" && address ? address.port : 0);
      });
    });
    const { code, stderr } = await program.start(args({ port })).end;
    other.close();
    assert.equal(code, exitCodes.failed);
    assert.ok(stderr.includes("The port is in use by another program."), stderr);
  });

  test("says that a file of its folder is no database", async () => {
    writeFileSync(join(dataFolder, "platform.duckdb"), "not a database, but long enough to be looked at ".repeat(100));
    const { code, stderr } = await program.start(args()).end;
    assert.equal(code, exitCodes.failed);
    assert.ok(stderr.includes("platform.duckdb cannot be opened"), stderr);
  });
});

import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RehearsalRequests } from "../../src/lakehouse/process/start.ts";
import { rehearse } from "../../src/lakehouse/rehearse.ts";
import { Lake, sql } from "./lake.ts";
import { testCluster } from "./test-cluster.ts";

/** Runs for minutes on one core. */
const endless = "SELECT count(*) FROM range(100000000000) r WHERE r.id % 7 = 1";
/** Runs for seconds, and then leaves the core to others also if nobody interrupts it. */
const seconds = "SELECT count(*) FROM range(200000000) r WHERE r.id % 7 = 1";
const noSignal = new AbortController().signal;

suite("a rehearsal whose cluster, process or settings fail", function () {
  this.timeout(180_000);
  let lake: Lake;

  suiteSetup(async () => {
    lake = await Lake.create("faults");
    await lake.createTable("person", "id BIGINT, name STRING", "SELECT id, 'p' FROM range(10)");
  });

  suiteTeardown(() => lake.session.close());

  test("says which of the two servers does not answer, before it makes a branch", async () => {
    const request = await lake.request(sql("DELETE FROM person"));
    const { cluster } = request;
    const noCatalog = { ...cluster, catalog: { ...cluster.catalog, uri: "http://127.0.0.1:9" } };
    await assert.rejects(
      rehearse({ ...request, cluster: noCatalog }, () => undefined, noSignal),
      {
        message: /The Iceberg catalog does not answer at 127.0.0.1:9.*workforce\.spark\.catalogUri/,
      },
    );
    await assert.rejects(
      rehearse({ ...request, cluster: { ...cluster, remote: "sc://127.0.0.1:9" } }, () => undefined, noSignal),
      {
        message: /Spark does not answer at 127.0.0.1:9.*workforce\.spark\.remote/,
      },
    );
    await assert.rejects(
      rehearse({ ...request, cluster: { ...cluster, remote: "sc://spark.example:15002" } }, () => undefined, noSignal),
      { message: /without TLS/ },
    );
    const open = { ...cluster, catalog: { ...cluster.catalog, uri: "http://catalog.example" } };
    await assert.rejects(
      rehearse({ ...request, cluster: open }, () => undefined, noSignal),
      { message: /without TLS/ },
    );
    assert.deepEqual(await lake.branches("person"), []);
    assert.deepEqual(await readdir(request.journalFolder), []);
  });

  test("leaves a branch when its process is killed, which the next rehearsal drops", async () => {
    const request = await lake.request(sql("DELETE FROM person WHERE id < 5", seconds));
    const child = startProcess(request);
    await action(child, 1);
    assert.equal((await lake.branches("person")).length, 1);
    child.kill("SIGKILL");
    await once(child, "exit");
    assert.equal((await lake.branches("person")).length, 1, "nobody was left to drop it");
    assert.equal((await readdir(request.journalFolder)).length, 1);
    const next = { ...(await lake.request(sql("SELECT * FROM person"))), journalFolder: request.journalFolder };
    const { tenants } = await rehearse(next, () => undefined, noSignal);
    assert.equal(tenants[0]?.failure, undefined);
    assert.deepEqual(await lake.branches("person"), []);
    assert.deepEqual(await readdir(request.journalFolder), []);
  });

  test("drops its branches before its process ends, when the editor goes or stops it", async () => {
    for (const stop of [(child: ChildProcess) => child.disconnect(), (child: ChildProcess) => child.kill("SIGTERM")]) {
      const request = await lake.request(sql("DELETE FROM person WHERE id < 5", endless));
      const child = startProcess(request);
      await action(child, 1);
      const place = `/proc/${child.pid}`;
      for (const file of ["cmdline", "environ"].filter((name) => existsSync(join(place, name)))) {
        assert.ok(!readFileSync(join(place, file), "utf8").includes("secret-token"), `no token is in ${file}`);
      }
      const exited = once(child, "exit");
      stop(child);
      await exited;
      assert.deepEqual(await lake.branches("person"), []);
      assert.deepEqual(await readdir(request.journalFolder), []);
    }
    assert.equal((await lake.rows("person")).length, 10);
  });

  test("never writes in a session that the server has lost", async () => {
    const request = await lake.request(sql("SELECT 1 FROM person", "DELETE FROM person"));
    const { SparkSession } = await import("../../src/spark-connect/spark-session.ts");
    const { property } = SparkSession.prototype;
    let asked = 0;
    // A server that was started again takes the id of the session and knows none of its settings.
    SparkSession.prototype.property = async function (key, signal) {
      asked++;
      return asked === 2
        ? await property.call(this, "spark.workforce.other", signal)
        : await property.call(this, key, signal);
    };
    try {
      await assert.rejects(
        rehearse(request, () => undefined, noSignal),
        { message: /session was lost/ },
      );
    } finally {
      SparkSession.prototype.property = property;
    }
    assert.equal((await lake.rows("person")).length, 10);
    assert.deepEqual(await lake.branches("person"), []);
  });

  test("names an input that cannot be read, by file and line and without a value", async () => {
    const folder = await mkdtemp(join(tmpdir(), "workforce-input-"));
    const path = join(folder, "bad.csv");
    await writeFile(path, "id,name\n1,a\n2,secret,b\n");
    const job = {
      inputs: [{ id: "news", filename: "bad.csv", format: { csv: { header: true } } }],
      ...sql("SELECT * FROM news"),
    };
    await assert.rejects(lake.rehearse(job, [{ name: "bad.csv", path }]), {
      message: "bad.csv line 3 has 3 values in place of 2.",
    });
    await assert.rejects(lake.rehearse(job), { message: /needs bad.csv, which is not among the job file's uploads/ });
  });

  // The last test that has this Spark.
  test("ends with the reason when Spark is killed in the middle, and its branches are dropped", async () => {
    const request = await lake.request(sql("DELETE FROM person WHERE id < 5", endless));
    let branches: readonly string[] = [];
    const rehearsal = rehearse(
      request,
      ({ index }) => {
        if (index === 1) {
          void lake.branches("person").then((found) => {
            branches = found;
            process.kill(testCluster().sparkPid, "SIGKILL");
          });
        }
      },
      noSignal,
    );
    await assert.rejects(rehearsal, { name: "SparkFailure", message: /went away|does not answer|was lost/ });
    assert.equal(branches.length, 1);
    assert.deepEqual(await lake.branches("person"), []);
    assert.deepEqual(await readdir(request.journalFolder), []);
  });
});

suite("npm run test:spark", () => {
  test("says what to install where there is no Java, and fails", () => {
    const { stderr, status } = spawnSync(
      process.execPath,
      [
        "-e",
        "import('./test/run/spark-cluster.mjs').then((it) => it.ensureJava()).catch((e) => { console.error(e.message); process.exit(1); })",
      ],
      {
        encoding: "utf8",
        env: { ...process.env, PATH: "/nowhere", JAVA_HOME: "/nowhere", WORKFORCE_TEST_JAVA_ROOT: "/nowhere" },
      },
    );
    assert.equal(status, 1);
    assert.match(stderr, /Java from 17 to 21.*apt-get install default-jre-headless/);
  });
});

/** Starts the process of a rehearsal as the extension does, with tokens over the channel only. */
function startProcess(request: RehearsalRequests["rehearse"]["params"]): ChildProcess {
  const child = spawn(process.execPath, [join("dist", "rehearsal.js")], {
    stdio: ["ignore", "ignore", "inherit", "pipe", "ipc"],
    serialization: "advanced",
  });
  const cluster = { ...request.cluster, token: "secret-token" };
  child.send({ type: "request", id: 1, name: "rehearse", params: { ...request, cluster } });
  return child;
}

/** Waits until an action is running. */
async function action(child: ChildProcess, index: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.on(
      "message",
      (packet: { readonly type: string; readonly value?: { readonly action: { readonly index: number } } }) => {
        if (packet.type === "event" && packet.value?.action.index === index) {
          resolve();
        } else if (packet.type === "failure") {
          reject(new Error(JSON.stringify(packet)));
        }
      },
    );
  });
}

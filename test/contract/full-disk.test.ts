import assert from "node:assert/strict";
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createServiceArguments, exitCodes } from "../../src/service/process/start.ts";
import type { StoredJob } from "../../src/service/store/stored-job.ts";
import { InboxCaller } from "../support/inbox-caller.ts";
import { IntakeCaller } from "../support/intake-caller.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { serviceProgram } from "../support/service-program.ts";
import { mountSmallDisk, type SmallDisk } from "../support/small-disk.ts";
import { SqlJobCaller } from "../support/sql-job-caller.ts";

const megabyte = 1024 * 1024;
const diskMegabytes = 80;
/** A quarter of the disk, which large writes leave free. */
const reserveBytes = (diskMegabytes / 4) * megabyte;

suite("a disk that is full", function () {
  this.timeout(300_000);
  let disk: SmallDisk;
  let test_: TestService;
  let sql: SqlJobCaller;
  suiteSetup(async function () {
    disk = mountSmallDisk(this, diskMegabytes);
    test_ = await startTestService({ dataFolder: join(disk.folder, "data") });
    sql = new SqlJobCaller(test_);
    await sql.table("numbers", ["id LONG", "text"]);
  });
  suiteTeardown(async () => {
    await test_?.dispose();
    disk?.dispose();
  });

  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(disk.folder);
    return bavail * bsize;
  };

  /** Takes the disk's room but for some bytes, and returns what gives it back. */
  function fill(leftBytes = 0): () => void {
    const path = join(disk.folder, "filler");
    const file = openSync(path, "w");
    const page = Buffer.alloc(4096, 1);
    try {
      while (leftBytes === 0 || freeBytes() > leftBytes) {
        writeSync(file, page);
      }
    } catch {
      assert.equal(freeBytes(), 0);
    } finally {
      closeSync(file);
    }
    return () => rmSync(path);
  }

  const tooMuch = "SELECT id, concat(md5(cast(id AS string)), md5(cast(id + 1 AS string))) FROM range(2000000)";

  async function assertWorks() {
    assert.match(await test_.signIn(), /^\S{20,}$/);
    const id = await sql.start();
    await sql.done(id, [{ rollback: {} }]);
    const report = await test_.call("POST", "/v1alpha/reporting/reports", { json: { title: "Room" } });
    assert.equal(report.status, 200, report.text);
  }

  test("is what a job that writes too much never makes, and what it took is given back", async () => {
    const before = freeBytes();
    const id = await sql.start({ tablesToModify: ["numbers"] });
    const message = await sql.failed(id, [{ query: { query: `INSERT INTO numbers ${tooMuch}` } }]);
    assert.match(
      message,
      /INSERT numbers failed: the disk of .* is nearly full: \d+ MB are free, and 20 MB are reserved/,
    );
    await assertWorks();
    assert.ok(before - freeBytes() < 8 * megabyte, `${before} bytes were free before and ${freeBytes()} after`);
    assert.ok(statSync(join(test_.dataFolder, "table-data.duckdb")).size < 8 * megabyte);
    assert.deepEqual(await sql.rows("numbers"), []);
  });

  test("is not made by a query's output, of which nothing is left", async () => {
    const before = freeBytes();
    const id = await sql.start();
    const output = { query: { query: tooMuch, output: { filename: "o.csv", format: { csv: {} } } } };
    assert.match(await sql.failed(id, [output]), /The query failed: the disk of .* is nearly full/);
    await assertWorks();
    assert.ok(before - freeBytes() < 8 * megabyte);
  });

  /** The first answers may find room in a page of the log that is there already. */
  async function signInUntilFull() {
    const { username, password } = test_.service.ready;
    for (;;) {
      const answer = await test_.send("POST", "/v1/admin/serviceSecureToken", { form: { username, password } });
      if (answer.status !== 200) {
        return answer;
      }
    }
  }

  test("is answered 507 by everything that writes, and passes when there is room again", async () => {
    const id = await sql.start();
    const load = await new IntakeCaller(test_).start();
    const form = {
      headers: { "content-type": "multipart/form-data; boundary=X" },
      text: `--X\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nEmployeeID,Effective_Date\n\r\n--X--\r\n`,
    };
    const makeRoom = fill();
    try {
      for (const [what, answer] of [
        ["sign-in", await signInUntilFull()],
        ["transaction", await sql.call("POST", "/v1alpha/data/table-sources/transactions", {})],
        ["report", await test_.call("POST", "/v1alpha/reporting/reports", { json: { title: "No room" } })],
        ["upload", await sql.tryUpload(id, "a.csv", "a\n1\n")],
        ["intake file", await test_.call("PUT", `/v1/data/directloads/prod/transactions/${load}/Employee`, form)],
      ] as const) {
        const { code, message } = answer.json();
        assert.deepEqual([what, answer.status, code], [what, 507, "DISK_FULL"], answer.text);
        assert.match(String(message), /Free some space/);
      }
      const read = await test_.call("GET", "/v1alpha/reporting/reports");
      assert.equal(read.status, 200, "what only reads goes on");
    } finally {
      makeRoom();
    }
    await assertWorks();
  });

  test("fails a load and its processing with the reason, and neither loses what was there", async () => {
    const { inbox, jobRunner, uploads } = test_.service.platform;
    const caller = new InboxCaller(test_);
    const text =
      'SELECT EmployeeID FROM Employee WHERE Service_Time BETWEEN date("2025-06-01") AND date("2025-06-02") AND EmployeeID IN ("D-1", "D-2")';
    const answer = async () => (await test_.call("POST", "/v1/data/query/sql", { json: { query: text } })).text;
    const load = () => caller.load(["employee.csv"]);
    const process = async () => {
      const json = { publishToProduction: true };
      const { jobId } = (await test_.call("POST", "/v1alpha/op/jobs/processing-jobs", { json })).json();
      return jobRunner.ended(String(jobId), AbortSignal.timeout(30_000));
    };
    const failed = async (run: () => Promise<StoredJob>) => {
      const makeRoom = fill(reserveBytes - megabyte);
      try {
        const { state, message } = await run();
        const reason = "The disk of the data folder is full; free some space, then start it again.";
        assert.deepEqual([state, message], ["failed", reason]);
      } finally {
        makeRoom();
      }
    };
    await caller.upload("employee.csv", "EmployeeID,Effective_Date\nD-1,2025-05-01\nD-2,2025-05-01\n");
    const before = await answer();
    await failed(load);
    assert.deepEqual(
      (await inbox.files("WFF_demo")).map(({ name }) => name),
      ["employee.csv"],
    );
    assert.deepEqual(await uploads.files("WFF_demo"), []);
    assert.equal((await load()).message, "1 file with 2 rows received.");
    await failed(process);
    assert.equal(await answer(), before);
    assert.equal((await process()).state, "succeeded");
    assert.match(await answer(), /D-1.*D-2/s);
  });

  test("keeps a service from starting with a message that names folder, free bytes and way out, or lets it start", async () => {
    const program = serviceProgram();
    const dataFolder = test_.dataFolder;
    try {
      await test_.restart(async () => {
        const makeRoom = fill();
        try {
          const { code, stderr } = await program.start(createServiceArguments({ dataFolder, hasSample: true })).end;
          assert.equal(code, exitCodes.failed);
          assert.ok(stderr.includes(`the disk of the data folder ${dataFolder} is full, with 0 bytes free`), stderr);
          assert.match(stderr, /Free some space, then start again; what is in the folder is kept\./);
        } finally {
          makeRoom();
        }
      });
    } finally {
      await program.dispose();
    }
    await assertWorks();
  });
});

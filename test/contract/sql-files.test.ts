import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { startTestService, type TestService } from "../support/running-service.ts";
import { csv, SqlJobCaller } from "../support/sql-job-caller.ts";

const transactions = "/v1alpha/data/table-sources/transactions";

/** What happens to the bytes of inputs and outputs. */
suite("files of SQL jobs of the embedded service", () => {
  let test_: TestService;
  let sql: SqlJobCaller;
  suiteSetup(async () => {
    test_ = await startTestService();
    sql = new SqlJobCaller(test_);
    await sql.table("typed", ["name", "amount DECIMAL", "at DATE_TIME", "day DATE", "is_new BOOLEAN"]);
  });
  suiteTeardown(() => test_.dispose());

  const proof = async () => ({
    apikey: test_.service.ready.apiKey,
    cookie: `ServiceASIDToken=${await test_.signIn()}`,
  });
  const filesOf = (id: string) => {
    const folder = join(test_.dataFolder, "sql-transactions", id);
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  test("Parquet that a query wrote is an input with its types", async () => {
    const id = await sql.start({ tablesToModify: ["typed"] });
    const query = `SELECT 'Ä, "1"' AS name, CAST('0.1' AS DECIMAL(38, 18)) AS amount,
      TIMESTAMP '2026-01-15 12:00:00.123' AS at, DATE '0001-01-01' AS day, true AS is_new
      UNION ALL SELECT '', NULL, NULL, NULL, NULL`;
    await sql.done(id, [{ query: { query, output: { format: { parquet: {} }, filename: "typed.parquet" } } }]);
    const place = `${test_.service.ready.url}${transactions}/${id}`;
    const headers = await proof();
    const bytes = await (await fetch(`${place}/outputs/typed.parquet`, { headers })).arrayBuffer();
    const form = new FormData();
    form.set("file", new Blob([bytes]), "local.parquet");
    const uploaded = await fetch(`${place}/inputs/typed.parquet`, { method: "PUT", headers, body: form });
    assert.equal(uploaded.status, 200);
    const inputs = [{ id: "news", filename: "typed.parquet", format: { parquet: {} } }];
    await sql.done(id, [{ replace: { source: "news", target: "typed" } }, { commit: {} }], { inputs });
    assert.deepEqual(await sql.rows("typed"), [
      '"",,,,',
      '"Ä, ""1""",0.100000000000000000,2026-01-15 12:00:00.123,0001-01-01,true',
    ]);
  });

  test("a file may be larger than a JSON body", async () => {
    const id = await sql.start();
    const line = `${"x".repeat(1023)}\n`;
    await sql.upload(id, "large.csv", `text\n${line.repeat(12 * 1024)}`);
    const query = { query: "SELECT count(*) AS n, max(length(text)) AS m FROM large", output: csv("n.csv", false) };
    const inputs = [{ filename: "large.csv", format: { csv: { header: true } } }];
    await sql.done(id, [{ query }], { inputs });
    assert.equal((await sql.output(id, "n.csv")).text, "12288,1023\n");
  });

  test("an upload that breaks off leaves nothing, and can be made again", async () => {
    const id = await sql.start();
    const headers = { ...(await proof()), "content-type": "multipart/form-data; boundary=X" };
    const address = new URL(`${transactions}/${id}/inputs/a.csv`, test_.service.ready.url);
    const outgoing = request(address, { method: "PUT", agent: false, headers });
    const closed = new Promise((resolve) => outgoing.on("error", resolve));
    const head = '--X\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\na\n';
    outgoing.write(head + "1\n".repeat(200_000));
    while (filesOf(id).length === 0) {
      await sql.status(id);
    }
    outgoing.destroy(new Error("The window was closed."));
    await closed;
    while (filesOf(id).length > 0) {
      await sql.status(id);
    }
    const inputs = [{ id: "a", filename: "a.csv", format: { csv: { header: true } } }];
    const job = { inputs, keepTransactionOpenOnError: true };
    const count = { query: { query: "SELECT count(*) AS n FROM a", output: csv("n.csv", false) } };
    assert.match(await sql.failed(id, [count], job), /the file "a.csv", which was not uploaded to WFF_demo/);
    await sql.upload(id, "a.csv", "a\n1\n2\n");
    await sql.done(id, [count], job);
    assert.equal((await sql.output(id, "n.csv")).text, "2\n");
  });

  suite("an output that a job writes again while it is split into parts", () => {
    const numbers = (count: number) => `SELECT id AS n FROM range(1, ${count + 1})`;
    const write = (id: string, count: number, name: string) => {
      const format = name.endsWith(".csv") ? { csv: { header: false } } : { parquet: {} };
      return sql.done(id, [{ query: { query: numbers(count), output: { format, filename: name } } }]);
    };

    /** Makes the next split wait for something when its files are there, and then fail if it is told to. */
    const afterNextSplit = (work: () => Promise<unknown>, failure?: Error) => {
      const { tableData } = test_.service.platform;
      const { openSessions } = tableData;
      tableData.openSessions = async (transaction) => {
        tableData.openSessions = openSessions;
        const sessions = await tableData.openSessions(transaction);
        const enter = sessions.enter.bind(sessions);
        sessions.enter = (...place) => {
          const session = enter(...place);
          const split = session.splitFile.bind(session);
          session.splitFile = async (...values) => {
            const count = await split(...values);
            await work();
            if (failure) {
              throw failure;
            }
            return count;
          };
          return session;
        };
        return sessions;
      };
    };

    test("is that of the later job, with its parts, and nothing of the former is left", async () => {
      const id = await sql.start();
      await write(id, 250_001, "numbers.csv");
      afterNextSplit(() => write(id, 500_001, "numbers.csv"));
      assert.equal((await sql.parts(id, "numbers.csv")).json().numberOfParts, 3);
      assert.equal((await sql.part(id, "numbers.csv", 2)).text, "500001\n");
      assert.equal((await sql.output(id, "numbers.csv")).text.split("\n").length, 500_002);
      assert.equal(filesOf(id).length, 4);
    });

    test("is split anew where the file was gone before its parts were complete", async () => {
      const id = await sql.start();
      await write(id, 250_001, "numbers.parquet");
      afterNextSplit(() => write(id, 3, "numbers.parquet"), new Error("There is no such file."));
      assert.equal((await sql.parts(id, "numbers.parquet")).json().numberOfParts, 1);
      assert.equal(filesOf(id).length, 1);
      await write(id, 250_001, "numbers.parquet");
      afterNextSplit(async () => undefined, new Error("The disk is full."));
      assert.equal((await sql.parts(id, "numbers.parquet")).status, 500);
      assert.equal(filesOf(id).length, 1);
    });

    test("is gone where the transaction has expired", async () => {
      const id = await sql.start({ expireAfterSeconds: 60 });
      await write(id, 250_001, "numbers.csv");
      afterNextSplit(async () => {
        await test_.clock.advance(60_000);
        assert.equal((await sql.status(id)).status, "ROLLED_BACK");
      });
      const answer = await sql.parts(id, "numbers.csv");
      assert.deepEqual([answer.status, answer.json().code], [404, "OUTPUT_UNKNOWN"], answer.text);
      assert.equal((await sql.output(id, "numbers.csv")).status, 404);
      assert.deepEqual(filesOf(id), []);
    });
  });

  test("a file that is no Parquet fails the job that reads it, with a word about the input", async () => {
    const id = await sql.start();
    await sql.upload(id, "a.parquet", "person\nP1\n");
    const inputs = [{ id: "a", filename: "a.parquet", format: { parquet: {} } }];
    const message = await sql.failed(id, [{ query: { query: "SELECT * FROM a" } }], { inputs });
    assert.match(message, /^Action 1 \(query\): .*"?a"?/);
    assert.doesNotMatch(message, /P1|sql-transactions/);
  });
});

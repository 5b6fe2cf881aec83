import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { countOf } from "../../src/base/count-of.ts";
import type { SparkOptions } from "../../src/service/process/start.ts";
import { type JobSession, JobSessions } from "../../src/service/spark-tables/job-session.ts";
import { parseSparkRemote } from "../../src/spark-connect/spark-remote.ts";
import { SparkSession } from "../../src/spark-connect/spark-session.ts";
import { eventually } from "../support/eventually.ts";
import { hostileStatements } from "../support/hostile-statements.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { type MadeTable, SqlJobCaller } from "../support/sql-job-caller.ts";
import { readBranches, testCluster } from "./test-cluster.ts";

/** The catalog behind a proxy that fails calls: a service in front of it sees a catalog that is away, or lacks a call. */
class FailingCatalog {
  /** Decides by method and path whether a call fails, and with which status. */
  fails: (method: string, path: string) => number | undefined = () => undefined;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((incoming, outgoing) => {
      const { method = "", url = "" } = incoming;
      const status = this.fails(method, url);
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", async () => {
        if (status !== undefined) {
          outgoing.writeHead(status).end("{}");
          return;
        }
        const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
        const answer = await fetch(testCluster().catalogUri + url, {
          method,
          headers: { "content-type": "application/json" },
          ...body,
        });
        outgoing.writeHead(answer.status).end(answer.status === 204 ? undefined : await answer.text());
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

suite("table sources on Spark", function () {
  this.timeout(120_000);
  const catalog = new FailingCatalog();
  const namespace = `tables_${process.pid}`;
  let options: SparkOptions;
  let test_: TestService;
  let sql: SqlJobCaller;
  let spark: SparkSession;
  let count = 0;
  let ledger: MadeTable;
  let person: MadeTable;

  suiteSetup(async () => {
    options = { remote: testCluster().remote, catalogUri: await catalog.start(), catalog: "lake", namespace };
    test_ = await startTestService({ spark: options });
    sql = new SqlJobCaller(test_);
    spark = new SparkSession(parseSparkRemote(testCluster().remote));
  });

  suiteTeardown(async () => {
    await spark.close();
    await test_.dispose();
    catalog.stop();
  });

  setup(async () => {
    count++;
    ledger = await sql.table(`ledger_${count}`, ["id LONG", "note"]);
    person = await sql.table(`person_${count}`, ["id LONG"]);
    await sql.done(await begin(), [...insert("(1, 'one'), (2, 'two')", "(1)"), { commit: {} }]);
  });

  teardown(() => {
    catalog.fails = () => undefined;
  });

  const begin = () => sql.start({ tablesToModify: [ledger.objectName, person.objectName] });
  const statement = (query: string) => ({ query: { query } });
  const insert = (notes: string, ids: string) => [
    statement(`INSERT INTO ${ledger.objectName} VALUES ${notes}`),
    statement(`INSERT INTO ${person.objectName} VALUES ${ids}`),
  ];
  const rows = async () => [await sql.rows(ledger.objectName), await sql.rows(person.objectName)];
  const pathOf = ({ uuid }: MadeTable) => `lake.${namespace}.WFF_demo.\`${uuid}\``;

  /** The rows on the main branch, as another program reads them. */
  async function mainRows(table: MadeTable): Promise<readonly string[]> {
    await spark.command(`REFRESH TABLE ${pathOf(table)}`);
    const answer = await spark.query(`SELECT * FROM ${pathOf(table)}`);
    return answer.rows.map((row) => row.map(String).join(",")).sort();
  }

  const branches = ({ uuid }: MadeTable) => readBranches(testCluster().catalogUri, `${namespace}.WFF_demo`, uuid);

  /** They are dropped after the answer. */
  async function branchesDropped(): Promise<void> {
    while ((await branches(ledger)).length + (await branches(person)).length > 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  test("are in the catalog after the commit, without a branch, and as before after a rollback", async () => {
    assert.deepEqual(await mainRows(ledger), ["1,one", "2,two"]);
    const id = await begin();
    await sql.done(id, [statement(`DELETE FROM ${ledger.objectName} WHERE id = 1`), ...insert("(3, 'three')", "(2)")]);
    assert.deepEqual([(await branches(ledger)).length, (await branches(person)).length], [1, 1]);
    assert.deepEqual(await rows(), [["1,one", "2,two"], ["1"]]);
    assert.deepEqual(await mainRows(ledger), ["1,one", "2,two"]);
    await sql.done(id, [{ rollback: {} }]);
    await branchesDropped();
    assert.deepEqual(await rows(), [["1,one", "2,two"], ["1"]]);
    assert.deepEqual(await mainRows(person), ["1"]);
  });

  test("count exactly what each statement and each reset changes, whether the catalog tells it or Spark counts", async () => {
    const { objectName } = ledger;
    // A row is an object of its own in each state, as a reset tells them apart.
    let model = new Map<number, { readonly note: string }>([
      [1, { note: "one" }],
      [2, { note: "two" }],
    ]);
    const commits: { readonly at: string; readonly model: typeof model }[] = [];
    const done = async (id: string, action: object, counts: readonly [number, number, number], next: typeof model) => {
      const [added, changed, removed] = counts;
      const message = await sql.done(id, [action]);
      const expected = `${objectName}: ${countOf(added, "row")} added, ${changed} changed, ${removed} removed.`;
      assert.ok(message.endsWith(expected), `${JSON.stringify(action)}\n${message}\n${expected}`);
      model = next;
    };
    const put = (...entries: readonly [number, string][]) =>
      new Map([...model, ...entries.map(([id, note]) => [id, { note }] as const)]);
    const without = (...ids: readonly number[]) => new Map([...model].filter(([id]) => !ids.includes(id)));
    const commit = async (id: string) => {
      await sql.done(id, [{ commit: {} }]);
      commits.push({ at: new Date(test_.clock.now()).toISOString(), model });
      await test_.clock.advance(60_000);
    };
    const start = () => sql.start({ tablesToModify: [objectName] });
    const added = (...ids: readonly number[]) =>
      statement(`INSERT INTO ${objectName} VALUES ${ids.map((id) => `(${id}, 'new')`).join(", ")}`);
    const merge = (ids: string) =>
      statement(
        `MERGE INTO ${objectName} AS t USING (SELECT explode(array(${ids})) AS id) AS s ON t.id = s.id WHEN MATCHED AND s.id = 1 THEN DELETE WHEN MATCHED THEN UPDATE SET note = 'merged' WHEN NOT MATCHED THEN INSERT (id, note) VALUES (s.id, 'merged')`,
      );

    let id = await start();
    await done(id, added(3, 4), [2, 0, 0], put([3, "new"], [4, "new"]));
    await commit(id);
    id = await start();
    await done(id, statement(`DELETE FROM ${objectName} WHERE id = 4`), [0, 0, 1], without(4));
    await done(id, statement(`DELETE FROM ${objectName} WHERE id = 400`), [0, 0, 0], model);
    await done(id, statement(`UPDATE ${objectName} SET note = 'u' WHERE id > 1`), [0, 2, 0], put([2, "u"], [3, "u"]));
    await commit(id);
    id = await start();
    await done(id, merge("1, 2, 8, 9"), [2, 1, 1], put([2, "merged"], [8, "merged"], [9, "merged"]));
    model.delete(1);
    await done(id, merge("10"), [1, 0, 0], put([10, "merged"]));
    await commit(id);
    id = await start();
    await done(id, statement(`DELETE FROM ${objectName}`), [0, 0, 5], new Map());
    await done(id, added(1, 2), [2, 0, 0], put([1, "new"], [2, "new"]));
    await commit(id);

    id = await start();
    await done(id, added(20), [1, 0, 0], put([20, "new"]));
    // To the last commit, back over all, forth again, and to where a statement of the transaction was.
    for (const to of [3, 2, 0, 1, 3, 1]) {
      const target = commits[to] ?? assert.fail();
      const missing = [...target.model].filter(([key, row]) => model.get(key) !== row).length;
      const gone = [...model].filter(([key, row]) => target.model.get(key) !== row).length;
      const action = { reset: { table: objectName, asOfTimestamp: target.at } };
      await done(id, action, [missing, 0, gone], target.model);
      await done(id, added(30 + to), [1, 0, 0], put([30 + to, "new"]));
    }
    await commit(id);
    const stored = [...model].map(([key, { note }]) => `${key},${note}`).sort();
    assert.deepEqual((await rows())[0], stored);
    assert.deepEqual(await mainRows(ledger), stored);
    const { recordCount } = (await sql.call("GET", `/v1alpha/data/table-sources/tables/${ledger.uuid}/metadata`)).json<{
      recordCount: string;
    }>();
    assert.equal(recordCount, String(stored.length));
  });

  test("have NULL in the columns that an INSERT, also of a MERGE, does not name, and its failures at their place", async () => {
    const id = await begin();
    await sql.done(id, [
      statement(`INSERT INTO ${ledger.objectName} (id) WITH x AS (SELECT 7 AS id) SELECT id FROM x`),
      statement(`INSERT INTO ${ledger.objectName} (note) VALUES ('eight')`),
    ]);
    const failing = [
      statement(`INSERT INTO ${ledger.objectName} (id)\n SELECT 1 FROM ${person.objectName}\nWHERE nothing = 1`),
    ];
    const message = await sql.failed(id, failing, { keepTransactionOpenOnError: true });
    assert.match(message, /^Action 1 \(query\): line 3, column 7: \[UNRESOLVED_COLUMN/);
    const merge = (value: string) =>
      statement(
        `MERGE INTO ${ledger.objectName} AS t USING ${person.objectName} AS s ON t.id = s.id + 8\nWHEN NOT MATCHED THEN INSERT (id) VALUES (s.${value} + 8)`,
      );
    const wrong = await sql.failed(id, [merge("wrong")], { keepTransactionOpenOnError: true });
    assert.match(wrong, /^Action 1 \(query\): line 2, column 43: \[UNRESOLVED_COLUMN/);
    await sql.done(id, [merge("id"), { commit: {} }]);
    assert.deepEqual((await rows())[0], [",eight", "1,one", "2,two", "7,", "9,"]);
  });

  test("are not committed when another program changed them meanwhile, whose rows are taken in after that", async () => {
    const id = await begin();
    await sql.done(id, insert("(3, 'three')", "(2)"));
    await spark.command(`INSERT INTO ${pathOf(person)} VALUES (99)`);
    const message = await sql.failed(id, [{ commit: {} }]);
    assert.match(message, new RegExp(`Another program changed the table ${person.objectName} in the catalog`));
    assert.deepEqual(await rows(), [["1,one", "2,two"], ["1"]]);
    await sql.done(await begin(), [...insert("(4, 'four')", "(3)"), { commit: {} }]);
    assert.deepEqual(await rows(), [
      ["1,one", "2,two", "4,four"],
      ["1", "3", "99"],
    ]);
    assert.deepEqual(await mainRows(person), ["1", "3", "99"]);
  });

  test("count as committed while the catalog does not take it, and are published with the next start", async () => {
    const id = await begin();
    await sql.done(id, insert("(3, 'three')", "(2)"));
    catalog.fails = (method) => (method === "POST" ? 503 : undefined);
    await sql.done(id, [{ commit: {} }]);
    assert.deepEqual(await rows(), [
      ["1,one", "2,two", "3,three"],
      ["1", "2"],
    ]);
    assert.deepEqual([await mainRows(ledger), await mainRows(person)], [["1,one", "2,two"], ["1"]]);
    await test_.restart(async () => {
      catalog.fails = () => undefined;
    });
    // The lock waits until what the start has to publish is there.
    await sql.done(await begin(), [...insert("(4, 'four')", "(3)"), { rollback: {} }]);
    assert.deepEqual(
      [await mainRows(ledger), await mainRows(person)],
      [
        ["1,one", "2,two", "3,three"],
        ["1", "2"],
      ],
    );
  });

  test("are published table by table where the catalog has no commit of several", async () => {
    catalog.fails = (_, path) => (path.endsWith("/transactions/commit") ? 404 : undefined);
    await sql.done(await begin(), [...insert("(3, 'three')", "(2)"), { commit: {} }]);
    assert.deepEqual(
      [await mainRows(ledger), await mainRows(person)],
      [
        ["1,one", "2,two", "3,three"],
        ["1", "2"],
      ],
    );
    await branchesDropped();
  });

  test("stay in their transaction over a restart, without what is on its branch and was not counted", async () => {
    const id = await begin();
    await sql.done(id, insert("(3, 'three')", "(2)"));
    const [branch = ""] = await branches(ledger);
    await test_.restart(() => spark.command(`INSERT INTO ${pathOf(ledger)}.\`branch_${branch}\` VALUES (66, 'late')`));
    await sql.done(id, [statement(`UPDATE ${ledger.objectName} SET note = 'x' WHERE id >= 3`), { commit: {} }]);
    assert.deepEqual((await rows())[0], ["1,one", "2,two", "3,x"]);
    assert.deepEqual(await mainRows(ledger), ["1,one", "2,two", "3,x"]);
  });

  test("keep their values when columns are added, and refuse a type that Iceberg does not widen to", async () => {
    const change = (columns: object[]) =>
      sql.call("PUT", `/v1alpha/data/table-sources/tables/${ledger.uuid}`, { objectName: ledger.objectName, columns });
    const note = { name: "note", dataType: "STRING" };
    const refused = await change([{ name: "id", dataType: "STRING" }, note]);
    assert.deepEqual([refused.status, refused.json().code], [409, "COLUMN_TYPE_KEPT"]);
    const answer = await change([{ name: "extra", dataType: "INTEGER" }, { name: "id", dataType: "LONG" }, note]);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual((await rows())[0], [",1,one", ",2,two"]);
    await sql.done(await begin(), [
      statement(`INSERT INTO ${ledger.objectName} VALUES (5, 3, 'three')`),
      { commit: {} },
    ]);
    assert.deepEqual((await rows())[0], [",1,one", ",2,two", "5,3,three"]);
  });

  test("are reached by no hostile statement", async () => {
    for (const text of hostileStatements) {
      const id = await begin();
      const answer = await sql.tryRun(id, { actions: [statement(text)] });
      if (answer.status === 200) {
        const { jobId } = answer.json<{ jobId: string }>();
        const { tenants } = await sql.jobThat(id, jobId, "FAILED");
        assert.match(tenants[0]?.message ?? "", /^Action 1 \(query\): line \d+, column \d+: /, text);
      } else {
        assert.equal(answer.status, 400, text);
        await sql.done(id, [{ rollback: {} }]);
      }
    }
    assert.deepEqual(await mainRows(ledger), ["1,one", "2,two"]);
  });

  test("leave no rows of inputs in Spark, whose session the next job takes", async () => {
    const { remote, catalogUri: uri } = testCluster();
    const place = { uri, token: undefined, warehouse: undefined, namespace: [] };
    const sessions = new JobSessions({ remote, token: undefined, catalog: place, catalogName: "lake" });
    const used = sessions.take();
    const session = await used.ready();
    const send = (to: JobSession, name: string) => to.sendRows([{ name: "name", type: "string", values: [name] }]);
    await used.createView("given", "key", undefined, () => send(used, "one"));
    assert.deepEqual((await session.query("SELECT name FROM given")).rows, [["one"]]);
    sessions.giveBack(used);
    const taken = await eventually(async () => {
      const next = sessions.take();
      return next === used ? next : undefined;
    });
    const { rows: views } = await (await taken.ready()).query("SHOW VIEWS");
    assert.deepEqual(
      views.map(([, name]) => name),
      ["given"],
    );
    await assert.rejects(session.query("SELECT name FROM given"), /workforce_/);
    // The view of an input is made anew, of the rows that are sent then.
    await taken.createView("given", "key", undefined, () => send(taken, "two"));
    assert.deepEqual((await session.query("SELECT name FROM given")).rows, [["two"]]);
    await session.close();
    sessions.close();
  });

  test("refuse jobs with the reason while there is no cluster, and everything else works", async () => {
    const away = { ...options, remote: "sc://127.0.0.1:9", catalogUri: "http://127.0.0.1:9" };
    const alone = await startTestService({ spark: away });
    try {
      const caller = new SqlJobCaller(alone);
      const table = await caller.table("badge", ["id LONG"]);
      assert.deepEqual(await caller.metadata(table.uuid), {});
      const id = await caller.start({ tablesToModify: ["badge"] });
      const message = await caller.failed(id, [statement("DELETE FROM badge")]);
      assert.match(message, /The Iceberg catalog does not answer at 127\.0\.0\.1:9\..*--catalog-uri/);
      const query = await caller.failed(await caller.start(), [statement("SELECT 1")]);
      assert.match(query, /Spark does not answer at 127\.0\.0\.1:9.*--spark-remote/);
    } finally {
      await alone.dispose();
    }
  });
});

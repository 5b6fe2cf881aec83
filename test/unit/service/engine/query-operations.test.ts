import assert from "node:assert/strict";
import type { SqlLikeQueryRequest } from "../../../../src/contract/queries.ts";
import { type HandlerResponse, HttpError } from "../../../../src/service/call/call.ts";
import { queryHandlers } from "../../../../src/service/operations/queries.ts";
import { readText, requestOf, type TinyTenant, withTenant } from "./tiny-tenant.ts";

type SqlCall = Parameters<typeof queryHandlers.querySqlLike>[0];
type SqlParts = Parameters<typeof queryHandlers.querySqlLike>[1];

// The handlers look at no more of a call and of the service than this.
const parts = { profile: { timeColumn: "Service_Time" } } as SqlParts;
const callOf = <Body>(tenant: TinyTenant, body: Body, accept: readonly string[]) =>
  ({ body, tenant, accept, signal: new AbortController().signal }) as unknown as Omit<SqlCall, "body"> & { body: Body };

async function ask(tenant: TinyTenant, request: SqlLikeQueryRequest | string, accept: readonly string[] = ["*/*"]) {
  const body = typeof request === "string" ? { query: request } : request;
  return read(await queryHandlers.querySqlLike(callOf(tenant, body, accept), parts));
}

async function read(answer: HandlerResponse) {
  switch (answer.kind) {
    case "stream":
      return { contentType: answer.contentType, text: await readText(answer.body) };
    case "json":
      return { contentType: "application/json", text: JSON.stringify(answer.value) };
    case "text":
      return { contentType: "text/plain", text: answer.value };
    case "redirect":
      throw new Error("A query sends nobody elsewhere.");
  }
}

const people = [
  { key: 1, place: 1, pay: 10, name: "Ann" },
  { key: 2, place: 4, pay: 20, name: "Bob" },
];
const june = 'Service_Time IN periods(date("2024-07-01"), 1, period(1, Month))';
const spring = 'Service_Time BETWEEN date("2024-01-01") AND date("2024-07-01")';

suite("query operations", () => {
  test("columns of a SQL-like aggregate stand as they were selected, time where it was or last", async () => {
    await withTenant({ people }, async (tenant) => {
      const first = await ask(
        tenant,
        `SELECT Service_Time AS "When", heads() AS n, level(Place, "Region") FROM Person WHERE ${june}`,
      );
      assert.deepEqual(JSON.parse(first.text), {
        header: { 0: "When", 1: "n", 2: "Place" },
        rows: [
          { 0: "2024-07-01T00:00:00.000Z - [0]", 1: "1", 2: "North" },
          { 0: "2024-07-01T00:00:00.000Z - [0]", 1: "1", 2: "South" },
        ],
      });
      const last = await ask(tenant, `SELECT leaves(), Why FROM Leave WHERE ${june}`, ["text/csv", "application/json"]);
      assert.equal(last.contentType, "text/csv");
      assert.equal(last.text.split("\r\n")[0], "leaves,Why,TimeInInterval");
    });
  });

  test("the first form that the caller takes is answered", async () => {
    await withTenant({ people }, async (tenant) => {
      const query = `SELECT Name FROM Person WHERE ${spring} AND Pay > 10`;
      const typeFor = async (...accept: string[]) => (await ask(tenant, query, accept)).contentType;
      assert.equal(await typeFor("application/jsonlines", "application/json"), "application/jsonlines");
      assert.equal(await typeFor("image/png", "text/*"), "text/csv");
      assert.equal(await typeFor("*/*"), "application/json");
      assert.equal((await ask(tenant, query, ["application/jsonlines"])).text, '["Name"]\n["Bob"]\n');
    });
  });

  test("only the options of the query's own kind have an effect", async () => {
    await withTenant({ people }, async (tenant) => {
      const query = `SELECT Name FROM Person WHERE ${spring}`;
      const aggregateQueryOptions = { zeroVisibility: "NONSENSE" };
      const { text } = await ask(tenant, { query, aggregateQueryOptions, listQueryOptions: { limit: 1 } }, [
        "text/csv",
      ]);
      assert.equal(text, "Name\r\nAnn\r\n");
      const listQueryOptions = { limit: -1 };
      const display = { memberDisplayMode: "DISPLAY" };
      const counted = {
        query: `SELECT heads() FROM Person WHERE ${june}`,
        listQueryOptions,
        aggregateQueryOptions: display,
      };
      assert.match((await ask(tenant, counted, ["text/csv"])).text, /2,"Jul 1, 2024"/);
    });
  });

  test("a wrong text is refused with the place of each error, the first one first", async () => {
    await withTenant({ people }, async (tenant) => {
      const refused = async (request: SqlLikeQueryRequest | string) => {
        try {
          await ask(tenant, request);
        } catch (error) {
          assert.ok(error instanceof HttpError);
          assert.equal(error.status, 400);
          return error.message;
        }
        return assert.fail("was answered");
      };
      assert.match(await refused(`SELECT Name,\n  Nmae FROM Person WHERE ${spring}`), /^line 2, column 3: .*Nmae/);
      const both = (await refused(`SELECT Nmae, Pya FROM Person WHERE ${spring}`)).split("\n");
      assert.deepEqual(
        both.map((line) => line.slice(0, 17)),
        ["line 1, column 8:", "line 1, column 14"],
      );
      assert.match(await refused("SELECT heads()"), /^line 1, column \d+: FROM is missing/);
      assert.match(await refused(`SELECT Name FROM Person WHERE ${spring}; SELECT 1`), /^line 1/);
      assert.match(await refused("COMMIT"), /^line 1, column 1:/);
      assert.match(await refused(" "), /no query/);
      const descending = { enableDescendingSpace: true } as object;
      assert.match(
        await refused({ query: `SELECT heads() FROM Person WHERE ${june}`, aggregateQueryOptions: descending }),
        /enableDescendingSpace/,
      );
      const tables = { multipleTables: true } as object;
      assert.match(
        await refused({ query: `SELECT Name FROM Person WHERE ${spring}`, listQueryOptions: tables }),
        /multipleTables/,
      );
    });
  });

  test("a column that the text names in vain is empty where the query mode is FILL", async () => {
    await withTenant({ people }, async (tenant) => {
      const query = `SELECT Nmae, Name AS n, level(Nowhere, "Top") FROM Person WHERE ${spring}`;
      const filled = await ask(tenant, { query, listQueryOptions: { queryMode: "FILL", limit: 5 } }, [
        "application/jsonlines",
      ]);
      assert.equal(filled.text, '["Nmae","n","Nowhere"]\n[null,"Ann",null]\n[null,"Bob",null]\n');
      const only = { query: `SELECT Nmae FROM Person WHERE ${spring}`, listQueryOptions: { queryMode: "FILL" } };
      assert.equal((await ask(tenant, only, ["application/jsonlines"])).text, '["Nmae"]\n[null]\n[null]\n');
      for (const queryMode of ["DEFAULT", "FAIL"]) {
        await assert.rejects(ask(tenant, { query, listQueryOptions: { queryMode } }), /line 1, column 8/);
      }
      const levels = (items: string) => ({
        query: `SELECT ${items} FROM Person WHERE ${spring}`,
        listQueryOptions: { queryMode: "FILL" },
      });
      const unknown = await ask(tenant, levels('level(Place, "Nowhere")'), ["application/jsonlines"]);
      assert.equal(unknown.text, '["Place"]\n[null]\n[null]\n');
      await assert.rejects(ask(tenant, levels("Name, level(Place)")), /line 1, column 14/);
      const elsewhere = {
        query: `SELECT Nmae FROM Person WHERE ${spring} AND Pya = 1`,
        listQueryOptions: { queryMode: "FILL" },
      };
      await assert.rejects(ask(tenant, elsewhere), /Pya/);
    });
  });

  test("an aggregate request answers a cell set as JSON and a table in the flat forms", async () => {
    await withTenant({ people }, async (tenant) => {
      const call = (accept: string, metrics: string | string[] = "heads") =>
        queryHandlers.queryAggregate(callOf(tenant, requestOf(metrics), [accept]), parts).then(read);
      const { cellSet } = JSON.parse((await call("application/json")).text);
      assert.deepEqual(cellSet.cells, [{ value: "2", support: "2", coordinates: [0] }]);
      assert.equal(
        (await call("text/csv", ["heads", "payTotal"])).text,
        "heads,payTotal,DateInRange\r\n2,30,2024-07-01T00:00:00.000Z\r\n",
      );
      const two = JSON.parse((await call("application/json", ["heads", "payTotal"])).text);
      assert.deepEqual(
        two.cellSet.cells.map(({ value, coordinates }: { value: string; coordinates: number[] }) => [
          value,
          ...coordinates,
        ]),
        [
          ["2", 0, 0],
          ["30", 1, 0],
        ],
      );
    });
  });

  test("list and snapshot requests answer tables and refuse with a 400", async () => {
    await withTenant({ people }, async (tenant) => {
      const columns = [{ columnDefinition: { property: { name: "Name" } } }];
      const source = { analyticObject: "Person" };
      const options = { limit: 10 };
      const listed = await queryHandlers.queryList(callOf(tenant, { source, columns, options }, ["text/csv"]), parts);
      assert.equal((await read(listed)).text, "Name\r\nAnn\r\nBob\r\n");
      const timeIntervals = { intervalCount: 2 };
      const snapshots = await queryHandlers.querySnapshot(
        callOf(tenant, { source, columns, options, timeIntervals }, ["application/jsonlines"]),
        parts,
      );
      assert.equal((await read(snapshots)).text, '["Name"]\n["Ann"]\n["Bob"]\n["Ann"]\n["Bob"]\n');
      const wrong = callOf(tenant, { source: { analyticObject: "Nobody" }, columns }, ["*/*"]);
      await assert.rejects(
        queryHandlers.queryList(wrong, parts),
        (error) => error instanceof HttpError && error.status === 400,
      );
    });
  });
});

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { ConnectorCaller } from "../connector-caller.ts";
import { eventually } from "../eventually.ts";
import { hasCurl, runJourney } from "../journey-script.ts";
import { startTestService, type TestService } from "../running-service.ts";
import { SqlJobCaller } from "../sql-job-caller.ts";
import { type PostgresqlServer, startPostgresql } from "./postgresql-server.ts";

/** Types of PostgreSQL with those of table sources, and a value of each that doubles or texts would lose. */
const types: readonly (readonly [string, string, string, string])[] = [
  ["id", "bigint", "LONG", "n"],
  ["big", "bigint", "LONG", "9203817354237048492 - n"],
  ["amount", "numeric(38,18)", "DECIMAL", "12345678901234567890.123456789012345678 - n"],
  ["rate", "double precision", "DOUBLE", "(n + 0.1) / 7::double precision"],
  [
    "note",
    "text",
    "STRING",
    `CASE n % 4 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'Zoë, "the" \\N' ELSE E'two\\nlines' END`,
  ],
  ["at", "timestamptz", "DATE_TIME", "'2026-01-01 00:00:00.123456+02'::timestamptz + n * interval '1 hour'"],
  ["since", "date", "DATE", "DATE '1970-01-01' + n::int"],
  ["active", "boolean", "BOOLEAN", "CASE n % 3 WHEN 0 THEN NULL ELSE n % 3 = 1 END"],
];

/** Declares what must hold of extractions from a PostgreSQL server, which must be installed. */
export function declareExtractionTests(): void {
  suite("extraction from PostgreSQL", () => {
    let server: PostgresqlServer;
    let test_: TestService;
    let caller: ConnectorCaller;
    suiteSetup(async () => {
      server = await startPostgresql();
      test_ = await startTestService();
      caller = new ConnectorCaller(test_);
    });
    suiteTeardown(async () => {
      await test_?.dispose();
      await server?.stop();
    });

    const parametersOf = (more: Readonly<Record<string, string>> = {}) => {
      const { host, port, database, user, password } = server.parameters;
      return { host, port: String(port), database, username: user, password, ...more };
    };
    const connect = (settings: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) =>
      caller.connect("payroll-database", "postgresql", parametersOf(more), settings);

    test("the rows out are the rows in, by a checksum of each column", async () => {
      const definitions = types.map(([name, type]) => `${name} ${type}`).join(", ");
      const values = types.map(([, , , value]) => value).join(", ");
      server.psql(
        `CREATE TABLE hr_all (${definitions}); INSERT INTO hr_all SELECT ${values} FROM generate_series(1, 5000) AS n; INSERT INTO hr_all (id) VALUES (0)`,
      );
      const sql = new SqlJobCaller(test_);
      await sql.table(
        "hr_all",
        types.map(([name, , type]) => `${name} ${type}`),
      );
      await connect({ tables: "hr_all" });
      const { job } = await caller.extract({ outputTarget: "SQL" });
      assert.equal(job.message, "Payroll database: 5,001 rows for hr_all.");
      const shown: Readonly<Record<string, string>> = {
        at: "to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')",
        active: "CASE active WHEN true THEN 'true' WHEN false THEN 'false' END",
      };
      const source = server.psql(
        `COPY (SELECT ${types.map(([name]) => shown[name] ?? name).join(", ")} FROM hr_all ORDER BY id) TO STDOUT (FORMAT csv)`,
      );
      const id = await sql.start();
      const query = `SELECT ${types.map(([name]) => name).join(", ")} FROM hr_all ORDER BY id`;
      await sql.done(id, [{ query: { query, output: { format: { csv: {} }, filename: "rows.csv" } } }]);
      const { text } = await sql.output(id, "rows.csv");
      assert.deepEqual(digestsOf(text), digestsOf(`${source}\n`));
    });

    test("reads what changed since the last one, and nothing twice", async () => {
      server.psql(
        `CREATE TABLE people (employee_id text, effective_date date, base_salary numeric(12,2), changed timestamptz);
         INSERT INTO people SELECT 'P-' || n, '2025-05-01', n + 0.5, '2026-01-15 10:00Z' FROM generate_series(1, 3) AS n`,
      );
      await connect({ tables: "Employee: people", incrementalColumn: "changed" });
      const first = await caller.extract({ runProcessingJob: true });
      assert.match(first.job.message ?? "", /3 rows for Employee changed before/);
      assert.equal(first.receiving?.state, "succeeded", first.receiving?.message);
      assert.match(first.files[0]?.text ?? "", /^EmployeeID,Effective_Date,Base_Salary\nP-1,2025-05-01,1\.50\n/);
      await test_.clock.advance(60_000);
      assert.match((await caller.extract()).job.message ?? "", /0 rows for Employee changed from/);
      server.psql("UPDATE people SET base_salary = 99, changed = '2026-01-15 12:01:30Z' WHERE employee_id = 'P-2'");
      await test_.clock.advance(60_000);
      const third = await caller.extract();
      assert.match(third.job.message ?? "", /1 row for Employee changed from 2026-01-15T12:01:00Z/);
      assert.match(third.files[0]?.text ?? "", /\nP-2,2025-05-01,99\.00\n$/);
    });

    test("times without an offset and dates are those of the time zone", async () => {
      server.psql(
        `CREATE TABLE local (employee_id text, effective_date date, at timestamp, day date, ms bigint);
         INSERT INTO local VALUES ('L-1', '2025-05-01', '2026-01-15 06:59', '2026-01-15', 1768478340000),
           ('L-2', '2025-05-01', '2026-01-15 07:00', '2026-01-16', 1768478400000)`,
      );
      const to = String(Date.UTC(2026, 0, 15, 12));
      for (const column of ["at", "day", "ms"]) {
        await connect({ tables: "Employee: local", incrementalColumn: column, timeZone: "America/New_York" });
        const { job, files } = await caller.extract({
          overrideLastExtractionTimestamp: "0",
          extractToTimeOverride: to,
        });
        assert.deepEqual(files[0]?.text.match(/L-\d/g), ["L-1"], `${column}: ${job.message}`);
      }
    });

    const problems: readonly (readonly [string, string, Record<string, string>, Record<string, string>, RegExp])[] = [
      ["a wrong password", "", { tables: "people" }, { password: "wrong" }, /password authentication failed/],
      ["no such table", "", { tables: "Employee: nobody" }, {}, /no table nobody, or its user may not read it/],
      [
        "a window on a text",
        "CREATE TABLE texts (employee_id text, effective_date date, changed text)",
        { tables: "Employee: texts", incrementalColumn: "changed" },
        {},
        /changed is of the type text, which has no times/,
      ],
      ["a server that is not there", "", { tables: "people" }, { port: "1" }, /127\.0\.0\.1:1 refused the connection/],
    ];
    for (const [what, statements, settings, more, message] of problems) {
      test(`fails by name for ${what}`, async () => {
        if (statements !== "") {
          server.psql(statements);
        }
        await connect(settings, more);
        const { job } = await caller.extract();
        assert.equal(job.state, "failed");
        assert.match(job.message ?? "", message);
        assert.doesNotMatch(job.message ?? "", /Secret/);
      });
    }

    test("a credential with a wrong password is kept, and what is wrong is named", async () => {
      const { missingConnectionProperties } = await connect({ tables: "people" }, { password: "wrong" });
      assert.deepEqual(
        missingConnectionProperties.map(({ attributes }) => attributes),
        [["username", "password"]],
      );
    });

    test("a credential names the tables and columns that its user may not read", async () => {
      server.psql(
        `CREATE ROLE half LOGIN PASSWORD 'half-Secret'; CREATE TABLE secret_pay (a int); CREATE TABLE part (a int, b int);
         GRANT SELECT (a) ON part TO half`,
      );
      const { missingConnectionProperties } = await connect({}, { username: "half", password: "half-Secret" });
      const found = new Map(missingConnectionProperties.map(({ subject, attributes }) => [subject, attributes]));
      assert.deepEqual(found.get("secret_pay"), []);
      assert.deepEqual(found.get("part"), ["b"]);
    });

    test("the journey of a data engineer by curl ends with the numbers that it should", async function () {
      if (!hasCurl()) {
        this.skip();
      }
      server.psql(
        `CREATE TABLE journey (employee_id text, effective_date date, changed timestamptz);
         INSERT INTO journey SELECT 'S-' || n, '2025-06-01', '2026-01-01Z' FROM generate_series(1, 3) AS n`,
      );
      // What the other tests have received would be processed with it.
      const own = await startTestService();
      await runJourney("data-engineer-source.sh", own, {
        CONNECTOR: "payroll-database",
        PROVIDER: "postgresql",
        RIGHT: JSON.stringify(parametersOf()),
        WRONG: JSON.stringify(parametersOf({ password: "wrong" })),
        WRONG_MESSAGE: "password authentication failed",
        TABLES: "Employee: journey",
      }).finally(() => own.dispose());
    }).timeout(120_000);

    test("a server that is gone in the middle fails the extraction, and the next one reads the same window", async () => {
      const other = await startPostgresql();
      other.psql(
        // The rows stop in the middle until the server is gone.
        `CREATE VIEW large AS SELECT 'G-' || n AS employee_id, DATE '2025-05-01' AS effective_date
         FROM generate_series(1, 300000) AS n WHERE n < 200000 OR pg_sleep(600) IS NOT NULL`,
      );
      const { host, port, database, user, password } = other.parameters;
      const parameters = { host, port: String(port), database, username: user, password };
      await caller.connect("payroll-database", "postgresql", parameters, { tables: "Employee: large" });
      const id = await caller.start();
      const reading = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'COPY (%' AND state = 'active'";
      await eventually(async () => (other.psql(reading) === "1" ? true : undefined)).finally(() => other.kill());
      const { job, receiving } = await caller.follow(id);
      assert.equal(job.state, "failed");
      assert.match(job.message ?? "", /ended the connection|terminating connection/);
      assert.equal(receiving, undefined);
      const runs = await test_.service.platform.connectors.store.extractedTo("WFF_demo", "payroll-database");
      assert.equal(
        [...runs.values()].some((to) => to === job.startedAt),
        false,
      );
    }).timeout(120_000);

    test("a dropped column is noticed", async () => {
      server.psql(
        "CREATE TABLE shrinking (employee_id text, effective_date date, base_salary int); INSERT INTO shrinking VALUES ('S', '2025-05-01', 1)",
      );
      await connect({ tables: "Employee: shrinking" });
      assert.equal((await caller.extract({ forceUpdateExistingArtifacts: true })).job.state, "succeeded");
      server.psql("ALTER TABLE shrinking DROP COLUMN base_salary");
      assert.match((await caller.extract()).job.message ?? "", /no column base_salary any more/);
    });
  });
}

/** Digest of each column of CSV without a header, in which `""` and an empty field are not the same. */
function digestsOf(csv: string): readonly string[] {
  const digests = types.map(() => createHash("sha256"));
  let column = 0;
  for (const [, field = "", end] of csv.matchAll(/("(?:[^"]|"")*"|[^",\n]*)(,|\n)/g)) {
    digests[column]?.update(`${field}|`);
    column = end === "," ? column + 1 : 0;
  }
  return digests.map((digest, index) => `${types[index]?.[0]} ${digest.digest("hex")}`);
}

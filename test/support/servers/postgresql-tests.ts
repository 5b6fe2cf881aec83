import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { PostgresqlSession } from "../../../src/service/drivers/drivers.ts";
import type { PostgresqlParameters } from "../../../src/service/drivers/providers.ts";
import { createDriverContext } from "./driver-context.ts";
import { type PostgresqlServer, startPostgresql } from "./postgresql-server.ts";

/** Columns of all types that tables have, with a value of each that text or doubles would lose. */
const columns: readonly (readonly [string, string, string])[] = [
  ["id", "bigint", "9203817354237048492"],
  ["name", "text", "'Zoë, \"the\" first\nof \\N us'"],
  ["empty", "text", "''"],
  ["amount", "numeric(38,10)", "1234567890123456789012345678.0123456789"],
  ["rate", "double precision", "0.1"],
  ["share", "real", "'-1.5e-7'"],
  ["small", "smallint", "-32768"],
  ["since", "date", "'0001-01-01'"],
  ["at", "timestamp with time zone", "'2026-02-28 23:59:59.123456+02'"],
  ["local", "timestamp without time zone", "'1999-12-31 23:59:59.999999'"],
  ["active", "boolean", "true"],
  ["key", "uuid", "'00000000-0000-4000-8000-0c5b8d1e2f01'"],
  ["bytes", "bytea", "'\\x00ff'"],
  ["tags", "text[]", "ARRAY['a,b', '']"],
  ["document", "jsonb", "'{\"a\": [1, null]}'"],
];

/** Declares what must hold of a PostgreSQL server, which must be installed. */
export function declarePostgresqlTests(): void {
  suite("PostgreSQL", () => {
    let server: PostgresqlServer;
    let folder: string;
    let session: PostgresqlSession;
    const types = columns.map(([name, type]) => ({ name, type }));
    suiteSetup(async () => {
      server = await startPostgresql();
      folder = await mkdtemp(join(tmpdir(), "workforce-postgresql-files-"));
      const definitions = columns.map(([name, type]) => `${name} ${type}`).join(", ");
      const values = columns.map(([, , value]) => value).join(", ");
      server.psql(
        `CREATE TABLE source (${definitions}); INSERT INTO source VALUES (${values}); INSERT INTO source DEFAULT VALUES`,
      );
      session = await open();
    });
    suiteTeardown(async () => {
      await session?.close();
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    function open(changed: Partial<PostgresqlParameters> = {}, signal = new AbortController().signal) {
      return PostgresqlSession.open({ ...server.parameters, ...changed }, createDriverContext({ signal }), {
        isReadOnly: false,
      });
    }

    /** Digest of each column of a table, with missing values and empty texts told apart. */
    const digests = (table: string) =>
      server.psql(
        `SELECT ${columns.map(([name]) => `md5(string_agg(coalesce('=' || ${name}::text, 'missing'), '|' ORDER BY id))`).join(", ")} FROM ${table}`,
      );

    async function extracted(table: string): Promise<string> {
      const path = join(folder, `${table}.csv`);
      await rm(path, { force: true });
      await session.extract(
        { table, columns: types.map(({ name }) => ({ name, as: name })), hasFractions: true },
        path,
      );
      return path;
    }

    async function bodyOf(path: string): Promise<Readable> {
      const text = await readFile(path, "utf8");
      return Readable.from([Buffer.from(text.slice(text.indexOf("\n") + 1))]);
    }

    test("tells the columns of a table with their types, and of no other table", async () => {
      assert.deepEqual(await session.columns("source"), types);
      assert.deepEqual(await session.columns("nothing"), []);
    });

    test("every value of every type is the same after it was read and written", async () => {
      const path = await extracted("source");
      await session.replaceTable("target", types, await bodyOf(path));
      assert.equal(digests("target"), digests("source"));
      assert.equal(server.psql("SELECT count(*), count(empty), count(name) FROM target"), "2\t1\t1");
      assert.equal(await readFile(await extracted("target"), "utf8"), await readFile(path, "utf8"));
    });

    test("reads a window of times, with its beginning and without its end", async () => {
      server.psql(
        "CREATE TABLE changes (id int, at timestamptz); INSERT INTO changes SELECT n, '2026-01-01Z'::timestamptz + n * interval '1 day' FROM generate_series(0, 9) AS n",
      );
      const path = join(folder, "window.csv");
      const bounds = [{ column: "at", from: Date.UTC(2026, 0, 3), to: Date.UTC(2026, 0, 6) }];
      const columns = [{ name: "id", as: "id" }];
      assert.equal(await session.extract({ table: "changes", columns, bounds, hasFractions: false }, path), 3);
      assert.equal(await readFile(path, "utf8"), "id\n2\n3\n4\n");
    });

    test("rows of all sizes are read to the byte, and those before a failure do not hide it", async () => {
      server.psql(
        `CREATE TABLE sizes AS SELECT n AS id, repeat('x', CASE WHEN n % 20000 = 0 THEN 300000 ELSE n % 97 END) AS text
         FROM generate_series(1, 100000) AS n`,
      );
      const wanted = server.psql(
        "SELECT encode(sha256(('id,text' || E'\\n' || string_agg(id || ',' || coalesce(nullif(text, ''), '\"\"') || E'\\n', '' ORDER BY id))::bytea), 'hex') FROM sizes",
      );
      const path = join(folder, "sizes.csv");
      const given = createHash("sha256");
      const sizes = ["id", "text"].map((name) => ({ name, as: name }));
      const rows = await session.extract({ table: "sizes", columns: sizes, hasFractions: false }, path, (bytes) =>
        given.update(bytes),
      );
      assert.equal(rows, 100_000);
      assert.equal(
        createHash("sha256")
          .update(await readFile(path))
          .digest("hex"),
        wanted,
      );
      assert.equal(given.digest("hex"), wanted);
      server.psql("CREATE VIEW failing AS SELECT id, 1 / (id - 90000) AS quotient FROM sizes");
      const columns = [{ name: "quotient", as: "quotient" }];
      await assert.rejects(
        session.extract({ table: "failing", columns, hasFractions: false }, join(folder, "failing.csv")),
        /refused a statement or a row.*22012/,
      );
      assert.deepEqual(await session.columns("failing"), [
        { name: "id", type: "integer" },
        { name: "quotient", type: "integer" },
      ]);
    });

    test("a new table takes the place of the former one with what others may do with it", async () => {
      server.psql("CREATE ROLE reader; CREATE TABLE people (old int); GRANT SELECT ON people TO reader");
      await session.replaceTable("people", [{ name: "name", type: "text" }], Readable.from([Buffer.from("Ada\n")]));
      assert.equal(server.psql("SELECT name FROM people"), "Ada");
      assert.equal(server.psql("SELECT has_table_privilege('reader', 'people', 'SELECT')"), "t");
    });

    test("rows that do not fit and a stop leave the former table, and nothing beside it", async () => {
      server.psql("CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)");
      const type = [{ name: "n", type: "integer" }];
      await assert.rejects(
        session.replaceTable("kept", type, Readable.from([Buffer.from("2\nSecret\n")])),
        (error: Error) => {
          assert.equal(error.name, "DriverError");
          assert.match(error.message, /refused a statement or a row.*22P02/);
          assert.doesNotMatch(error.message, /Secret/);
          return true;
        },
      );
      const stopping = new AbortController();
      const stopped = await open({}, stopping.signal);
      async function* endless() {
        for (let row = 0; ; row += 1) {
          yield Buffer.from(`${row}\n`.repeat(10_000));
          if (row === 3) {
            stopping.abort(new Error("stopped by the test"));
          }
        }
      }
      await assert.rejects(stopped.replaceTable("kept", type, Readable.from(endless())), /stopped by the test/);
      assert.equal(server.psql("SELECT n FROM kept"), "1");
      assert.equal(server.psql("SELECT count(*) FROM pg_class WHERE relname LIKE 'workforce_%'"), "0");
    });

    test("a view on the table is named as the reason why it cannot be replaced", async () => {
      server.psql("CREATE TABLE viewed (n int); CREATE VIEW on_it AS SELECT * FROM viewed");
      await assert.rejects(
        session.replaceTable("viewed", [{ name: "n", type: "integer" }], Readable.from([Buffer.from("1\n")])),
        /other objects, such as views, depend on the table/,
      );
    });

    test("what is wrong with a connection is said without the password", async () => {
      const refusal = async (changed: Partial<PostgresqlParameters>) => {
        const error = await open(changed).then(
          () => assert.fail("was opened"),
          (reason: Error) => reason,
        );
        assert.equal(error.name === "EgressFailed" || error.name === "DriverError", true, error.message);
        assert.doesNotMatch(error.message, /Secret/);
        return error.message;
      };
      assert.match(
        await refusal({ password: "other-Secret" }),
        /password authentication failed for user "workforce" \(28P01\)/,
      );
      assert.match(await refusal({ database: "nowhere" }), /database "nowhere" does not exist \(3D000\)/);
      assert.match(await refusal({ port: 1 }), /127\.0\.0\.1:1 refused the connection/);
      assert.match(await refusal({ tls: true }), /no encrypted connection that can be trusted/);
    });

    test("a table that is not there is named", async () => {
      const path = join(folder, "nothing.csv");
      await assert.rejects(
        session.extract({ table: "nothing", columns: [{ name: "id", as: "id" }], hasFractions: false }, path),
        /relation "public\.nothing" does not exist \(42P01\)/,
      );
    });

    test("a probe leaves nothing, and a schema that is not there is named", async () => {
      await session.probe("workforce_probe");
      assert.equal(server.psql("SELECT count(*) FROM pg_class WHERE relname = 'workforce_probe'"), "0");
      const elsewhere = await open({ schema: "nowhere" });
      await assert.rejects(elsewhere.probe("workforce_probe"), /schema "nowhere" does not exist \(3F000\)/);
      await elsewhere.close();
    });

    test("a server that is gone after half of the rows", async () => {
      const other = await startPostgresql();
      const opened = await PostgresqlSession.open(other.parameters, createDriverContext(), { isReadOnly: false });
      const killed: Promise<void>[] = [];
      async function* rows() {
        for (let row = 0; row < 1000; row += 1) {
          yield Buffer.from(`${row}\n`.repeat(10_000));
          if (row === 10) {
            killed.push(other.kill());
          }
        }
      }
      await assert.rejects(
        opened.replaceTable("half", [{ name: "n", type: "integer" }], Readable.from(rows())),
        /ended the connection|terminating connection/,
      );
      await Promise.all(killed);
      await opened.close();
    });

    test("a file of rows is read as it is written", async () => {
      const path = join(folder, "rows.csv");
      await writeFile(path, '1,""\n2,\n');
      const written = [
        { name: "n", type: "integer" },
        { name: "t", type: "text" },
      ];
      await session.replaceTable("read", written, createReadStream(path));
      assert.equal(server.psql("SELECT n, t IS NULL FROM read ORDER BY n"), "1\tf\n2\tt");
    });
  });
}

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { quoteText } from "../../../src/duckdb/database.ts";
import { openFileStore } from "../../../src/service/drivers/drivers.ts";
import type { FileConnection } from "../../../src/service/drivers/providers.ts";
import { ConnectorCaller } from "../connector-caller.ts";
import { parquetOf } from "../parquet-of.ts";
import { startTestService, type TestService } from "../running-service.ts";
import { SqlJobCaller } from "../sql-job-caller.ts";
import { createDriverContext } from "./driver-context.ts";
import type { S3Server } from "./s3-double.ts";
import type { SftpServer } from "./ssh-server.ts";

/** Where files lie that a connector reads. */
export interface FilePlace {
  readonly connector: string;
  readonly provider: string;
  /** Parameters of the connector's credential. */
  readonly parameters: Readonly<Record<string, unknown>>;
  put(file: string, bytes: Uint8Array): Promise<void>;
  stop(): Promise<void>;
}

/** Columns with their types in table sources and DuckDB. */
const columns = [
  ["id", "LONG", "BIGINT"],
  ["big", "LONG", "BIGINT"],
  ["amount", "DECIMAL", "DECIMAL(38,18)"],
  ["rate", "DOUBLE", "DOUBLE"],
  ["note", "STRING", "VARCHAR"],
  ["at", "DATE_TIME", "TIMESTAMPTZ"],
  ["since", "DATE", "DATE"],
  ["active", "BOOLEAN", "BOOLEAN"],
] as const;

type Row = readonly (string | null)[];

/** Values as load files have them; a missing value is null. Instants have fractions, decimals 38 digits. */
const rows: readonly Row[] = Array.from({ length: 400 }, (_, n) => {
  if (n === 0) {
    return ["0", ...columns.slice(1).map(() => null)];
  }
  const notes = [null, "", 'Zoë, "the" \\N', "two\nlines", "NULL"];
  return [
    String(n),
    String(9_203_817_354_237_048_492n - BigInt(n)),
    `${12_345_678_901_234_567_890n - BigInt(n)}.123456789012345678`,
    String((n + 0.1) / 7),
    notes[n % notes.length] ?? null,
    new Date(Date.UTC(2026, 0, 1) + n * 3_599_000).toISOString().replace(".000Z", ".123456Z"),
    new Date(n * 86_400_000 * 50).toISOString().slice(0, 10),
    n % 3 === 0 ? null : String(n % 3 === 1),
  ];
});

const field = (value: string | null) =>
  value === null ? "" : value === "" || /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
const csvOf = (values: readonly Row[]) =>
  [columns.map(([name]) => name), ...values.map((row) => row.map(field))].map((row) => `${row.join(",")}\n`).join("");

/** The rows as JSON Lines, with numbers as numbers and without the missing values of every second row. */
function jsonLinesOf(values: readonly Row[]): string {
  const isPlain = new Set(["LONG", "DECIMAL", "DOUBLE", "BOOLEAN"]);
  const lines = values.map((row, index) => {
    const members = columns.flatMap(([name, type], column) => {
      const value = row[column] ?? null;
      if (value === null && index % 2 === 0) {
        return [];
      }
      return `"${name}":${value === null || isPlain.has(type) ? value : JSON.stringify(value)}`;
    });
    return `{${members.join(",")}}\n`;
  });
  return lines.join("");
}

function parquetOfRows(values: readonly Row[]): Promise<Uint8Array> {
  const texts = JSON.stringify(values.map((row) => Object.fromEntries(columns.map(([name], at) => [name, row[at]]))));
  const shape = JSON.stringify([Object.fromEntries(columns.map(([name]) => [name, "VARCHAR"]))]);
  const typed = columns.map(([name, , type]) => `row.${name}::${type} AS ${name}`).join(", ");
  return parquetOf(`SELECT ${typed} FROM (SELECT unnest(from_json(${quoteText(texts)}, ${quoteText(shape)})) AS row)`);
}

/** SHA-256 of each column's values in the order of `id`, as table sources show them. */
function digestsOf(lines: readonly Row[]): readonly string[] {
  const ordered = [...lines].sort(([one], [other]) => Number(one) - Number(other));
  return columns.map(([name], column) => {
    const hash = createHash("sha256");
    for (const row of ordered) {
      hash.update(`${field(row[column] ?? null)}|`);
    }
    return `${name} ${hash.digest("hex")}`;
  });
}

/** As the CSV output of a query has them: instants without an offset. */
const shown = rows.map((row) =>
  row.map((value, column) =>
    columns[column]?.[1] === "DATE_TIME" && value !== null ? value.replace("T", " ").replace("Z", "") : value,
  ),
);

/** Parses CSV without a header in which `""` is an empty text and an empty field a missing value. */
function parse(csv: string): readonly Row[] {
  const found: (string | null)[][] = [[]];
  for (const [, text = "", end] of csv.matchAll(/("(?:[^"]|"")*"|[^",\n]*)(,|\n)/g)) {
    const value = text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
    found.at(-1)?.push(text === "" ? null : value);
    if (end === "\n") {
      found.push([]);
    }
  }
  return found.slice(0, -1);
}

/** Declares that rows which are extracted from files of a place are the rows that were written there. */
export function declareExtractedValuesTests(title: string, start: (test: TestService) => Promise<FilePlace>): void {
  suite(`values of files extracted from ${title}`, function () {
    this.timeout(60_000);
    let test_: TestService;
    let place: FilePlace;
    suiteSetup(async () => {
      test_ = await startTestService();
      place = await start(test_);
    });
    suiteTeardown(async () => {
      await test_?.dispose();
      await place?.stop();
    });

    const formats = {
      csv: async () => Buffer.from(csvOf(rows)),
      jsonl: async () => Buffer.from(jsonLinesOf(rows)),
      parquet: () => parquetOfRows(rows),
    };
    for (const [format, write] of Object.entries(formats)) {
      test(`${format}: rows out are rows in, by a checksum of each column`, async () => {
        const table = `hr_${format}`;
        const caller = new ConnectorCaller(test_);
        const sql = new SqlJobCaller(test_);
        await sql.table(
          table,
          columns.map(([name, type]) => `${name} ${type}`),
        );
        const file = `${table}.${format}`;
        await place.put(file, await write());
        const settings = { tables: `${table}: ${file}` };
        await caller.connect(place.connector, place.provider, place.parameters, settings);
        const { job } = await caller.extract({ connectorIds: [place.connector], outputTarget: "SQL" });
        assert.match(job.message ?? "", new RegExp(`: 400 rows for ${table}\\.$`));
        const id = await sql.start();
        const query = `SELECT ${columns.map(([name]) => name).join(", ")} FROM ${table}`;
        await sql.done(id, [{ query: { query, output: { format: { csv: {} }, filename: "rows.csv" } } }]);
        const { text } = await sql.output(id, "rows.csv");
        assert.deepEqual(digestsOf(parse(text)), digestsOf(shown));
      });
    }
  });
}

/** The folder of an SFTP server. */
export function sftpPlace({ parameters, stop }: SftpServer, test: TestService): FilePlace {
  const { user, port, folder = "", ...others } = parameters;
  return {
    connector: "sftp-server",
    provider: "sftp",
    parameters: { ...others, username: user, port: String(port), path: folder },
    put: putBy({ provider: "sftp", parameters }, test),
    stop,
  };
}

/** The bucket of an S3-compatible store. */
export function s3Place({ parameters, stop }: S3Server, test: TestService): FilePlace {
  const { accessKeyId, secretAccessKey, prefix = "", ...others } = parameters;
  return {
    connector: "object-store",
    provider: "s3",
    parameters: { ...others, accessKey: accessKeyId, secretKey: secretAccessKey, path: prefix },
    put: putBy({ provider: "s3", parameters }, test),
    stop,
  };
}

/** Puts files on a server by the driver that writes exports. */
export function putBy(connection: FileConnection, test: TestService): FilePlace["put"] {
  return async (file, bytes) => {
    const path = join(test.dataFolder, "scratch", "rows-1");
    await writeFile(path, bytes);
    const store = await openFileStore(connection, createDriverContext());
    await store.replace(file, { path, bytes: bytes.length }).finally(() => store.close());
  };
}

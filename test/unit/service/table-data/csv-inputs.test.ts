import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AccessibleInput } from "../../../../src/service/table-data/table-data.ts";
import { TableDataError } from "../../../../src/service/table-data/table-data-error.ts";
import { generateCsv, type Random } from "../../../support/generated-csv.ts";
import { type PlainCsv, readPlainCsv } from "../../../support/plain-csv.ts";
import { StoredTables } from "../../../support/stored-tables.ts";

/** Files of one session; `npm run soak` makes twenty times as many. */
const files = 2 * Number(process.env.WORKFORCE_PROOF_COUNT ?? 40);

suite("CSV inputs, beside a reader of the test's own", function () {
  this.timeout(60_000 + files * 500);
  let tables: StoredTables;
  setup(async () => {
    tables = await StoredTables.open();
  });
  teardown(() => tables.close());

  /** Reads files as inputs of one session and compares rows and values; gives how many were refused. */
  async function compare(all: readonly { readonly bytes: Buffer; readonly header: boolean }[]): Promise<number> {
    let refused = 0;
    const inputs: AccessibleInput[] = [];
    for (const [index, { bytes, header }] of all.entries()) {
      const path = join(tables.folder, "files", `upload-${index}`);
      await writeFile(path, bytes);
      const name = `in_${index}`;
      inputs.push({ name, files: [{ path, name: "people.csv" }], format: { csv: { header } }, rowFilter: undefined });
    }
    await tables.reading(
      "reader",
      [],
      async (session) => {
        for (const [index, { bytes, header }] of all.entries()) {
          const wanted = readPlainCsv(bytes, header);
          const shown = `header ${header}: ${JSON.stringify(bytes.toString("latin1")).slice(0, 2000)}`;
          const found = await tables.linesOf(session, `in_${index}`).catch((error: unknown) => error);
          if (wanted === "refused") {
            assert.ok(found instanceof TableDataError, `read: ${shown}`);
            assert.match(
              found.message,
              /^people\.csv (line \d+ (begins a row|has a column name)|has no header line with the names)/,
            );
            refused++;
          } else {
            assert.ok(Array.isArray(found), `${String(found)} ${String((found as Error).cause)}: ${shown}`);
            assert.deepEqual(found.map(sortedValues).sort(), linesOf(wanted), shown);
          }
        }
      },
      inputs,
    );
    return refused;
  }

  const bytesOf = (text: string) => Buffer.from(text, "utf8");

  test("keeps every row that begins with #, wherever it stands", async () => {
    const rows = (count: number, marks: number) =>
      Array.from({ length: count }, (_, index) => `${index % Math.ceil(count / marks) === 0 ? "#" : ""}${index},v\n`);
    const made = [
      ["#1,a\n", "#2,b\n", "3,c\n"],
      ["1,a\n", "#2,b\n"],
      rows(40, 4),
      rows(1000, 900),
      rows(5000, 3),
      rows(200, 200),
    ].map((lines) => lines.join(""));
    const all = made.flatMap((body) => [
      { bytes: bytesOf(`id,v\n${body}`), header: true },
      { bytes: bytesOf(body), header: false },
    ]);
    assert.equal(await compare(all), 0);
  });

  test("refuses first lines of another width, and a title line", async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => `${index},b,c\n`).join("");
    const all = [
      { bytes: bytesOf(`x\n${rows}`), header: false },
      { bytes: bytesOf(`${"x\n".repeat(10)}${rows}`), header: false },
      { bytes: bytesOf("a,b\n1,2,3\n4,5,6\n"), header: true },
      { bytes: bytesOf(`Report of today\na,b,c\n${rows}`), header: true },
      { bytes: bytesOf(`a,b,c\n${rows}1,2\n`), header: true },
      { bytes: bytesOf(`a,b,c\n${rows}1,2,3,\n`), header: true },
      { bytes: bytesOf(`a,b,c\n${rows}1,2,"3`), header: true },
      { bytes: Buffer.from(`a,b,c\n${rows}1,2,\xe9\n`, "latin1"), header: true },
    ];
    assert.equal(await compare(all), all.length);
  });

  test("reads rows of several megabytes, and files of several buffers with line ends in quotes", async () => {
    const long = `id,v\n1,${"x".repeat(2_200_000)}\n2,"${"y\n".repeat(1_100_000)}"\n3,z\n`;
    const row = (index: number) => `${index},"line\n${index},""x""\n",${"z".repeat(20_000)}\n`;
    const many = Array.from({ length: 1_750 }, (_, index) => row(index)).join("");
    assert.equal(await compare([{ bytes: bytesOf(long), header: true }]), 0);
    assert.equal(await compare([{ bytes: bytesOf(many), header: false }]), 0);
  });

  test(`reads ${files} generated files of every class of bytes value by value, or refuses them by their line`, async () => {
    const random = seeded(Number(process.env.SEED ?? 1));
    const all = Array.from({ length: files }, () => ({ bytes: generateCsv(random), header: random() < 0.5 }));
    const refused = await compare(all);
    assert.ok(refused > files / 50 && refused < files / 2, `${refused} of ${files} were refused`);
  });
});

function linesOf({ names, rows }: Exclude<PlainCsv, "refused">): string[] {
  return rows
    .map((row) => sortedValues(JSON.stringify(Object.fromEntries(names.map((name, index) => [name, row[index]])))))
    .sort();
}

/** The same text for the same row, in whatever order its columns come. */
function sortedValues(line: string): string {
  return JSON.stringify(Object.entries(JSON.parse(line) as object).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

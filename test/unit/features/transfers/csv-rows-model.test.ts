import assert from "node:assert/strict";
import fc from "fast-check";
import { csvRows } from "../../../../src/features/transfers/csv-rows-model.ts";
import { rejectionOf } from "../../client/client-fixture.ts";

async function read(...pieces: string[]): Promise<(readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const { cells } of csvRows(piecesOf(pieces))) {
    rows.push(cells);
  }
  return rows;
}

async function* piecesOf(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

const written = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

describe("rows of CSV text", () => {
  it("are parted by commas and line ends of both kinds, without empty lines", async () => {
    assert.deepEqual(await read("a,b\r\n1,2\n\r\n\n3,\n"), [
      ["a", "b"],
      ["1", "2"],
      ["3", ""],
    ]);
  });

  it("may have commas, quotes and line ends in quotes", async () => {
    assert.deepEqual(await read('a,b\n"1,1","say ""hi""\r\nto all"\n'), [
      ["a", "b"],
      ["1,1", 'say "hi"\r\nto all'],
    ]);
  });

  it("keep a quote that stands in the middle of a value", async () => {
    assert.deepEqual(await read('a,b\n6" pipe,"x"'), [
      ["a", "b"],
      ['6" pipe', "x"],
    ]);
  });

  it("may be parted by semicolons or tabs where the first line has no comma", async () => {
    assert.deepEqual(await read('a;"b;c"\n1,5;2'), [
      ["a", "b;c"],
      ["1,5", "2"],
    ]);
    assert.deepEqual(await read("a\tb\n1\t2"), [
      ["a", "b"],
      ["1", "2"],
    ]);
  });

  it("are the same however the text is cut", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "é", ",", '"', "\n", "\r\n", " ") });
    const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(table, fc.array(fc.nat({ max: 30 }), { maxLength: 6 }), async (rows, cuts) => {
        const text = ["h1,h2", ...rows.map((row) => row.map(written).join(","))].join("\r\n");
        const pieces: string[] = [];
        let rest = text;
        for (const cut of cuts) {
          pieces.push(rest.slice(0, cut));
          rest = rest.slice(cut);
        }
        assert.deepEqual(await read(...pieces, rest), [["h1", "h2"], ...rows]);
      }),
    );
  });

  it("name the line of what is wrong, also below a value of several lines", async () => {
    assert.match(String(await rejectionOf(read('a,b\n"1\n2",3\n"x"y,4\n'))), /line 4 .*double the quotes/);
    assert.match(String(await rejectionOf(read('a,b\n1,"never closed\n3,4\n'))), /line 2 .*not closed/);
  });

  it("are given up before a quote that is never closed takes the whole file into memory", async () => {
    const endless = async function* () {
      yield 'a,b\n1,"';
      for (let piece = 0; piece < 100; piece++) {
        yield "x\n".repeat(512 * 1024);
      }
      assert.fail("all of it was read");
    };
    const reading = (async () => {
      for await (const _ of csvRows(endless())) {
        // The header row.
      }
    })();
    assert.match(
      String(await rejectionOf(reading)),
      /line 2 begins a row of more than 10 MB.*quote that is not closed/,
    );
  });
});

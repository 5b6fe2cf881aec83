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

  it("may have values of several lines in the header row, whose delimiter is that of all rows", async () => {
    assert.deepEqual(await read('"first\n', 'name";b\n1,5;2\n'), [
      ["first\nname", "b"],
      ["1,5", "2"],
    ]);
    assert.deepEqual(await read("\n\r\na;b\n1;2"), [
      ["a", "b"],
      ["1", "2"],
    ]);
    assert.deepEqual(await read('say 6";b\n1;2'), [
      ['say 6"', "b"],
      ["1", "2"],
    ]);
  });

  it("may be one empty value in quotes, which is no empty line", async () => {
    assert.deepEqual(await read('a\n""\n\n1\n""'), [["a"], [""], ["1"], [""]]);
  });

  it("keep spaces, lone carriage returns and zeros as they are written", async () => {
    assert.deepEqual(await read('a,b\r\n 007 ,"x\r\n\ry"\r\n1.0,\ru\r\n'), [
      ["a", "b"],
      [" 007 ", "x\r\n\ry"],
      ["1.0", "\ru"],
    ]);
  });

  it("are the same wherever the text is cut in two", async () => {
    const text = 'a,"b\r\n""c"""\r\n"",x"y\r\n"1\n2",\r\n';
    const whole = await read(text);
    for (let cut = 0; cut <= text.length; cut++) {
      assert.deepEqual(await read(text.slice(0, cut), text.slice(cut)), whole, `cut at ${cut}`);
    }
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

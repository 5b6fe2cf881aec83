import assert from "node:assert/strict";
import { jsonLineRows } from "../../../../src/features/transfers/json-line-rows-model.ts";
import { rejectionOf } from "../../client/client-fixture.ts";

async function read(...pieces: string[]): Promise<(readonly unknown[])[]> {
  const source = async function* () {
    yield* pieces;
  };
  const rows: (readonly unknown[])[] = [];
  for await (const { cells } of jsonLineRows(source())) {
    rows.push(cells);
  }
  return rows;
}

describe("rows of JSON Lines", () => {
  it("are the values of objects in the order of the first one's names, null where one has none", async () => {
    assert.deepEqual(await read('{"a":1,"b":"x"}\n{"b', '":null,"a":2.5}\n\n{"a":true}'), [
      ["a", "b"],
      [1, "x"],
      [2.5, null],
      [true, null],
    ]);
  });

  it("are lists below a list of names", async () => {
    assert.deepEqual(await read('["a"]\r\n[1]\r\n'), [["a"], [1]]);
  });

  it("keep numbers that a double cannot hold as text, and leave text alone", async () => {
    const line =
      '{"a":9203817354237048492,"b":-0.1000000000000000055,"c":0.1,"d":"1234567890123456789","e\\"1234567890123456":1}';
    assert.deepEqual((await read(line))[1], [
      "9203817354237048492",
      "-0.1000000000000000055",
      0.1,
      "1234567890123456789",
      1,
    ]);
  });

  it("keep numbers beyond the range of a double as text", async () => {
    assert.deepEqual((await read('["a","b"]\n[1e400,-2.5E-3]'))[1], ["1e400", -0.0025]);
  });

  it("are refused where a long number is none of JSON", async () => {
    for (const number of ["01234567890123456789", "1234567890123456-12", "1e4e400"]) {
      assert.match(String(await rejectionOf(read(`["a"]\n[${number}]`))), /line 2 is not JSON/, number);
    }
  });

  it("name the line of what is wrong, and never what stands there", async () => {
    const problemOf = async (text: string) => String(await rejectionOf(read(text)));
    assert.match(await problemOf('{"a":1}\n{"a":secret}'), /line 2 is not JSON/);
    assert.doesNotMatch(await problemOf('{"a":1}\n{"a":secret}'), /secret/);
    assert.match(await problemOf('{"a":1}\n{"b":1}'), /line 2 has the column "b"/);
    assert.match(await problemOf('{"a":{"b":1}}'), /line 1 has a value that is a list or an object/);
    assert.match(await problemOf("12"), /line 1 is neither a list of values nor an object/);
  });
});

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { splitCsvFile } from "../../../../src/service/table-data/output-file.ts";

suite("cutting a CSV file into parts", () => {
  let folder: string;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-split-"));
  });
  teardown(() => rm(folder, { recursive: true, force: true }));

  async function parts(text: string, hasHeader: boolean, rowsPerPart: number): Promise<string[]> {
    const whole = join(folder, "whole.csv");
    await writeFile(whole, text);
    const pathOf = (index: number) => join(folder, `part-${index}`);
    const count = await splitCsvFile(whole, hasHeader, rowsPerPart, pathOf);
    return Promise.all(Array.from({ length: count }, (_, index) => readFile(pathOf(index), "utf8")));
  }

  test("each part has the header and its rows, the last one what is left", async () => {
    assert.deepEqual(await parts("a,b\n1,2\n3,4\n5,6\n", true, 2), ["a,b\n1,2\n3,4\n", "a,b\n5,6\n"]);
    assert.deepEqual(await parts("1\n2\n3\n4\n", false, 2), ["1\n2\n", "3\n4\n"]);
  });

  test("line feeds and quotes within quotes end no row, also in the header", async () => {
    const text = '"a\n""b"""\n"1\n""\n"\n"2"\n#3\n';
    assert.deepEqual(await parts(text, true, 1), ['"a\n""b"""\n"1\n""\n"\n', '"a\n""b"""\n"2"\n', '"a\n""b"""\n#3\n']);
  });

  test("a row may be longer than any reader of CSV takes", async () => {
    const long = `"${"x\n".repeat(3 * 512 * 1024)}"`;
    assert.deepEqual(await parts(`a\n1\n${long}\n2\n`, true, 2), [`a\n1\n${long}\n`, "a\n2\n"]);
  });

  test("no rows are one part", async () => {
    assert.deepEqual(await parts("a\n", true, 2), ["a\n"]);
    assert.deepEqual(await parts("", false, 2), [""]);
  });
});

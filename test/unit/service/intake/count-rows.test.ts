import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CsvProblem } from "../../../../src/base/csv-rows.ts";
import { CsvRowCounter } from "../../../../src/service/intake/count-rows.ts";
import { readRowLines } from "../../../../src/service/intake/csv-source.ts";
import { generateCsv } from "../../../support/generated-csv.ts";
import { randomNumbers } from "../../../support/killed-program.ts";

const proofs = Number(process.env.WORKFORCE_PROOF_COUNT ?? 60);

async function* inPieces(bytes: Buffer, random: () => number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + Math.floor(random() * 200);
    yield bytes.subarray(at, end);
    at = end;
  }
}

suite("the rows of a CSV file that is sent", () => {
  let folder: string;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-rows-"));
  });
  teardown(() => rm(folder, { recursive: true, force: true }));

  /** Number of rows by the CSV parser, or what it refuses. */
  async function parsedRows(bytes: Buffer, width: number): Promise<number | CsvProblem> {
    const path = join(folder, "rows.csv");
    await writeFile(path, bytes);
    let rows = 0;
    try {
      for await (const some of readRowLines(path, width)) {
        rows += some.length;
      }
    } catch (error) {
      assert.ok(error instanceof CsvProblem);
      return error;
    }
    return rows;
  }

  test("are as many as the CSV parser reads, whatever the pieces, and unknown where it refuses the file", async () => {
    const random = randomNumbers(Number(process.env.WORKFORCE_PROOF_SEED ?? 17));
    const seen = { counted: 0, refused: 0 };
    for (let round = 0; round < proofs * 20; round++) {
      const bytes = generateCsv(random);
      const width = random() < 0.3 ? 1 : 2;
      const parsed = await parsedRows(bytes, width);
      const counter = new CsvRowCounter();
      const passed: Uint8Array[] = [];
      for await (const piece of counter.passThrough(inPieces(bytes, random))) {
        passed.push(piece);
      }
      const counted = counter.finish(width === 1);
      const text = JSON.stringify(bytes.toString("latin1"));
      assert.ok(Buffer.concat(passed).equals(bytes), text);
      assert.equal(counted, typeof parsed === "number" ? parsed : undefined, text);
      seen[counted === undefined ? "refused" : "counted"]++;
    }
    assert.ok(seen.counted > proofs * 8 && seen.refused > proofs, JSON.stringify(seen));
  });
});

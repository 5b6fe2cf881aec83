import assert from "node:assert/strict";
import { maximumCellLength } from "../../../../src/protocol/data-worker.ts";
import { defaultRowView } from "../../../../src/protocol/row-view.ts";
import { startWorker, withFolder } from "../worker-process.ts";

const long = "é".repeat(maximumCellLength + 5);

/** Loads lines of JSON whose columns have these types, and gives the window over all of it. */
async function windowOf(
  lines: readonly string[],
  kinds: Readonly<Record<string, "number" | "date" | "text">>,
): Promise<{ readonly rows: readonly (readonly (string | null)[])[]; readonly cut: readonly string[] }> {
  let window: Awaited<ReturnType<typeof windowOf>> = { rows: [], cut: [] };
  await withFolder(async (folder) => {
    const worker = await startWorker(folder);
    const { resultId, columns, rowCount } = await worker.load("one", `${lines.join("\n")}\n`, kinds);
    const positions = columns.map((_, position) => position);
    const range = { resultId, first: 0, count: rowCount, columns: positions, view: defaultRowView };
    // The first window may know less than the next.
    const [first, second] = [
      await worker.channel.request("window", range),
      await worker.channel.request("window", range),
    ];
    assert.deepEqual(first, second);
    window = second;
    await worker.stop();
  });
  return window;
}

suite("Texts of a window", function () {
  this.timeout(30_000);

  test("are cut where they are too long, also in a column where all others are short, and only there", async () => {
    const { rows, cut } = await windowOf(['["A","B"]', '["a","b"]', `["${long}","c"]`, '[null,"d"]'], {});
    assert.deepEqual(rows, [
      ["a", "b"],
      [long.slice(0, maximumCellLength), "c"],
      [null, "d"],
    ]);
    assert.deepEqual(cut, ["1:0"]);
  });

  test("are whole at the greatest length, which is one of characters and not of bytes", async () => {
    const whole = long.slice(0, maximumCellLength);
    const { rows, cut } = await windowOf(['["A"]', `["${whole}"]`], {});
    assert.deepEqual([rows, cut], [[[whole]], []]);
  });

  test("stand for values that their type would show otherwise, in columns with and without such values", async () => {
    const lines = ['["N","D","M"]', '[1.50,"2024-01-01",7]', `["${long}","2024-01-02 10:00",8]`, '[null,"soon",null]'];
    const { rows, cut } = await windowOf(lines, { N: "number", D: "date", M: "number" });
    assert.deepEqual(
      rows.map((row) => row.map((cell) => cell?.slice(0, 20) ?? null)),
      [
        ["1.50", "2024-01-01", "7"],
        [long.slice(0, 20), "2024-01-02 10:00", "8"],
        [null, "soon", null],
      ],
    );
    assert.deepEqual(cut, ["1:0"]);
  });
});

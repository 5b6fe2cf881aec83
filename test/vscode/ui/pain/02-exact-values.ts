import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { exportResult } from "../export-dialog.ts";
import { cellsOf } from "../shown-result.ts";
import { eventually } from "../workforce-window.ts";
import type { AnsweredWindow } from "./answered-window.ts";
import { writeRows } from "./bodies.ts";
import { cellsOfSheet, readByDuckDb, readSheets } from "./exported-file.ts";

const title = "Exact";
/** Their kinds are what the model says of the columns that are called so. */
const columns = `Age AS "Big", Base_Salary AS "Tenth", Start_Date AS "First day", EmployeeID AS "Digits", Full_Name AS "Lines",
  Direct_Manager.Full_Name AS "Long"`;
const names = ["Big", "Tenth", "First day", "Digits", "Lines", "Long"];
const lines = 'first "line"\nsecond, line';
const long = "5 MB of text. ".repeat((5 * 1024 * 1024) / 14);
const values = ["9203817354237048492", "-0.1000000000", "0001-01-01", "6392464926136162828", lines, long];
/** The characters that a cell of Excel holds. */
const longestOfExcel = 32_767;
const missing = values.map(() => null);

export function exactValues(current: () => AnsweredWindow): void {
  describe("2. Values that others round, cut or reinterpret", () => {
    before(async () => {
      const { host } = current();
      host.answerQuery = (outgoing) => writeRows(outgoing, [names, values, missing]);
      await current().openQuery(title, columns);
      // A first run does not wait for names that the model was never asked for.
      await current().run(title);
      const frame = await current().run(title);
      await eventually(async () => {
        const kinds = frame.locator('[role="columnheader"][data-kind]');
        assert.deepEqual(await kinds.evaluateAll((all) => all.map((one) => one.getAttribute("data-kind"))), [
          "number",
          "number",
          "date",
          "text",
          "text",
          "text",
        ]);
      });
    });

    it("are shown digit for digit, with what cannot be seen said", async () => {
      const frame = await current().window.results();
      await frame.locator(".grid-cell").first().click();
      assert.deepEqual((await cellsOf(frame, 1)).slice(0, 4), [
        "9,203,817,354,237,048,492",
        "-0.1000000000",
        "0001-01-01",
        "6392464926136162828",
      ]);
      await current().window.page.keyboard.press("e");
      await eventually(async () => {
        const [big, tenth, day, digits, text = "", cut = ""] = await cellsOf(frame, 1);
        assert.deepEqual([big, tenth, day, digits], values.slice(0, 4));
        assert.match(text, /^first "line"↵second, line$/);
        assert.ok(long.startsWith(cut.slice(0, 200)) && cut.length <= 310, String(cut.length));
      });
      assert.equal(await frame.locator('.grid-cell[data-state="missing"]').count(), missing.length);
    });

    it("are shown whole beside the grid", async () => {
      const { page } = current().window;
      const frame = await current().window.results();
      await frame.locator(".grid-cell", { hasText: "5 MB of text" }).first().click();
      await page.keyboard.press("F2");
      const note = `Characters 1 to 50,000 of ${long.length.toLocaleString("en")}`;
      await frame.getByText(note).waitFor();
      await frame.getByRole("button", { name: "Copy Value" }).click();
      await eventually(async () => assert.equal(await clipboard(), long));
      await page.keyboard.press("Escape");
    });

    const clipboard = () => current().window.page.evaluate(() => navigator.clipboard.readText());
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const tabbed = [...values.slice(0, 4), quoted(lines), long].join("\t");
    const literals = values.map((value, index) => (index < 2 ? value : `'${value}'`)).join(", ");
    const variants: readonly (readonly [item: string, text: string])[] = [
      ["Copy Cells", tabbed],
      ["Copy with Headers", `${names.join("\t")}\n${tabbed}`],
      ["Copy as CSV", `${names.join(",")}\r\n${tabbed.replaceAll("\t", ",")}\r\n`],
      ["Copy as TSV", `${names.join("\t")}\n${tabbed}\n`],
      [
        "Copy as JSON",
        `[\n  { "Big": ${values[0]}, "Tenth": ${values[1]}, "First day": "${values[2]}", "Digits": "${values[3]}", "Lines": ${JSON.stringify(lines)}, "Long": "${long}" }\n]`,
      ],
      [
        "Copy as Markdown",
        `| ${names.join(" | ")} |\n| ${names.map(() => "---").join(" | ")} |\n| ${[...values.slice(0, 4), lines.replace("\n", "<br>"), long].join(" | ")} |\n`,
      ],
      ["Copy as SQL IN (...)", `IN ((${literals}))`],
      ["Copy as SQL VALUES", `VALUES\n  (${literals})`],
    ];
    for (const [item, text] of variants) {
      it(`are exact in "${item}"`, async () => {
        const frame = await current().window.results();
        await frame.locator(".grid-cell").first().click();
        await current().window.page.keyboard.press("Shift+Space");
        await frame.getByRole("button", { name: "Copy As" }).click();
        await frame.getByRole("menuitem", { name: item, exact: true }).click();
        await eventually(async () => {
          const copied = await clipboard();
          assert.equal(shorten(copied), shorten(text));
          assert.equal(copied, text);
        });
      });
    }

    it("are exact in an export as CSV and as Parquet, read back by DuckDB", async () => {
      const { window } = current();
      // With one cell selected there is nothing to choose between.
      await (await window.results()).locator(".grid-cell").first().click();
      const csv = await readByDuckDb(await exportResult(window, { format: "CSV", rows: "2" }));
      assert.deepEqual(
        csv.map(Object.values).map((row) => row.map(shorten)),
        [values, missing].map((row) => row.map(shorten)),
      );
      assert.equal(csv[0]?.["Long"], long);
      const parquet = await readByDuckDb(await exportResult(window, { format: "Parquet", rows: "2" }));
      const { "First day": day, Long: text, ...others } = parquet[0] ?? {};
      assert.deepEqual(Object.values(others), [values[0], values[1], values[3], lines]);
      assert.match(day ?? "", /^0001-01-01( 00:00:00)?$/);
      assert.equal(text, long);
      assert.deepEqual(Object.values(parquet[1] ?? {}), missing);
    });

    it("are exact in an export as JSON and as JSON Lines", async () => {
      const { window } = current();
      for (const format of ["JSON", "JSON Lines"] as const) {
        const text = await readFile(await exportResult(window, { format, rows: "2" }), "utf8");
        assert.match(
          text,
          /"Big": ?9203817354237048492, ?"Tenth": ?-0\.1000000000, ?"First day": ?"0001-01-01", ?"Digits": ?"6392464926136162828"/,
        );
        const rows =
          format === "JSON"
            ? JSON.parse(text)
            : text
                .trimEnd()
                .split("\n")
                .map((line) => JSON.parse(line));
        assert.deepEqual([rows.length, rows[0].Lines, rows[1].Lines], [2, lines, null]);
        assert.equal(rows[0].Long, long);
      }
    });

    it("are exact in an export as Excel, but for a text that is longer than its cells may be, which is said", async () => {
      const { window } = current();
      const [sheet = ""] = await readSheets(await exportResult(window, { format: "Excel", rows: "2" }));
      const [header, row] = cellsOfSheet(sheet);
      assert.deepEqual(header, names);
      assert.deepEqual(row, [
        values[0],
        "-0.1000000000",
        "0001-01-01",
        values[3],
        lines,
        long.slice(0, longestOfExcel),
      ]);
      await window.takeNotification("1 text is longer than an Excel cell allows");
    });
  });
}

/** The long text would make a difference unreadable. */
function shorten(text: string | null): string | null {
  return text?.replaceAll(long, "<long>") ?? null;
}

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SheetRow } from "../../../../src/service/workbooks/workbook.ts";
import { readXls } from "../../../../src/service/workbooks/xls-sheet.ts";
import { readXlsx } from "../../../../src/service/workbooks/xlsx-sheet.ts";
import { zipOf } from "../../../support/zip-of.ts";

const fixtures = join(process.cwd(), "test/fixtures/workbooks");
/** The first sheet of the fixtures that their README describes. */
const people = [
  [1, "EmployeeID", "Effective_Date", "Full_Name", "Base_Salary", "Start_Date", "isManager", "Function"],
  [2, "WB-1", "2025-05-01", 'Grace "Amazing" Hopper, Rear Admiral', "91250.5", "1960-02-29", "true", "Moon_Landing"],
  [4, "WB-2", "2025-06-01T08:30:15", "Małgorzata\nZieliński 数", "70000", "", "false"],
  [5, "WB-1", "2025-06-01T08:30:15", "", "0.1"],
];

suite("the first sheet of a workbook", () => {
  let folder: string;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-workbooks-"));
  });
  teardown(() => rm(folder, { recursive: true, force: true }));

  const plain = (rows: readonly SheetRow[]) => rows.map(({ number, cells }) => [number, ...cells]);
  const readAll = async (path: string, maxBytes = 1_000_000) => {
    const all: SheetRow[] = [];
    await readXlsx(path, maxBytes, async (rows) => void all.push(...rows));
    return plain(all);
  };
  const relations = `<Relationships><Relationship Id="r1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`;
  const workbook = (properties = "") =>
    `<workbook>${properties}<sheets><sheet name="A" r:id="r1"/></sheets></workbook>`;
  /** Parts of an XLSX file with a sheet of these rows. */
  const partsOf = (rows: string, more: Readonly<Record<string, string>> = {}) => ({
    "xl/workbook.xml": workbook(),
    "xl/_rels/workbook.xml.rels": relations,
    "xl/worksheets/sheet1.xml": `<?xml version="1.0"?><x:worksheet xmlns:x="m"><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
    ...more,
  });
  const read = async (parts: Readonly<Record<string, string>>, maxBytes?: number) => {
    const path = join(folder, "book.xlsx");
    await writeFile(path, await zipOf(parts));
    return readAll(path, maxBytes);
  };

  test("is read from XLSX as a program wrote it", async () => {
    assert.deepEqual(await readAll(join(fixtures, "people.xlsx")), people);
  });

  test("is read from XLS as a program wrote it, texts that go on in further records too", async () => {
    assert.deepEqual(plain(await readXls(join(fixtures, "people.xls"))), people);
    const expected = Array.from({ length: 40 }, (_, row) => [
      row + 1,
      `${row}:${(row % 2 ? "ä" : "数").repeat(900 + row)}`,
    ]);
    assert.deepEqual(plain(await readXls(join(fixtures, "long-texts.xls"))), expected);
  });

  test("has texts with entities, formats and escapes, and without what tells their pronunciation", async () => {
    const shared = `<sst><si><t xml:space="preserve"> a &lt;b&gt; &amp; &#x6570;&#228; </t></si><si><r><t>rich</t></r><r><rPr><b/></rPr><t> text</t></r><rPh><t>no</t></rPh></si><si><t>line_x000D_end</t></si><si><t><![CDATA[<raw>]]></t></si></sst>`;
    const rows = `<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="s"><x:v>1</x:v></x:c><x:c t="s"><x:v>2</x:v></x:c><x:c t="s"><x:v>3</x:v></x:c></x:row>
      <x:row><x:c t="inlineStr"><x:is><x:t>in place</x:t></x:is></x:c><x:c t="str"><x:f>A1</x:f><x:v>made</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c><x:c r="AB2"><x:v>7</x:v></x:c></x:row>`;
    assert.deepEqual(await read(partsOf(rows, { "xl/sharedStrings.xml": shared })), [
      [1, " a <b> & 数ä ", "", "rich text", "line\rend", "<raw>"],
      [2, "in place", "made", "true", ...Array.from({ length: 24 }, () => ""), "7"],
    ]);
  });

  test("has numbers with all their digits and dates by their formats, from 1900 or from 1904", async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-409]d\\-mmm;@"/><numFmt numFmtId="171" formatCode="0.0&quot; days&quot;"/><numFmt numFmtId="172" formatCode="[h]:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/></cellXfs></styleSheet>`;
    const values = ["9203817354237048492", "1E3", "-0.25", "1", "60", "61", "45778.5", "45778", "3.5"];
    const kinds = [0, 0, 0, 1, 1, 1, 1, 2, 3];
    const rows = `<x:row r="1">${values.map((value, index) => `<x:c s="${kinds[index]}"><x:v>${value}</x:v></x:c>`).join("")}</x:row>`;
    const parts = partsOf(rows, { "xl/styles.xml": styles });
    // Excel counts a 29 February 1900, which was none; it is the day after it here.
    const of1900 = ["1900-01-01", "1900-02-29", "1900-03-01", "2025-05-01T12:00:00", "2025-05-01"];
    assert.deepEqual(await read(parts), [
      [1, ...values.slice(0, 1), "1000", "-0.25", ...of1900.with(1, "1900-03-01"), "3.5"],
    ]);
    const on1904 = await read({ ...parts, "xl/workbook.xml": workbook('<workbookPr date1904="1"/>') });
    assert.deepEqual(on1904[0]?.slice(4), [
      "1904-01-02",
      "1904-03-01",
      "1904-03-02",
      "2029-05-02T12:00:00",
      "2029-05-02",
      "3.5",
    ]);
  });

  test("is refused with what is wrong and where", async () => {
    const cell = (text: string) => partsOf(`<x:row r="3"><x:c r="B3" ${text}</x:c></x:row>`);
    const date = { "xl/styles.xml": `<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>` };
    const wrong: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
      [cell('t="e"><x:v>#REF!</x:v>'), /has the error #REF! in B3/],
      [{ ...cell("><x:v>-1</x:v>"), ...date }, /has a date in B3 that is none/],
      [{ ...cell("><x:v>3000000</x:v>"), ...date }, /has a date in B3 that is none/],
      [cell('t="s"><x:v>4</x:v>'), /has no text for B3/],
      [partsOf('<x:row r="3"/><x:row r="2"/>'), /rows that are out of order/],
      [partsOf('<x:row r="1"><x:c r="B1"/><x:c r="B1"/></x:row>'), /cells in row 1 that are out of order/],
      [partsOf('<x:row r="1"><x:c r="XFE1"/></x:row>'), /cells in row 1 that are out of order/],
      [partsOf("<x:row"), /is damaged/],
      [partsOf("&nothing;"), /is damaged/],
      [
        { ...partsOf(""), "xl/workbook.xml": '<!DOCTYPE x [<!ENTITY a "b">]><workbook/>' },
        /has a document type inside/,
      ],
      [{ ...partsOf(""), "xl/workbook.xml": "<workbook/>" }, /has no worksheet/],
      [{ "a.txt": "" }, /has no worksheet/],
    ];
    for (const [parts, message] of wrong) {
      await assert.rejects(read(parts), { name: "WorkbookProblem", message }, JSON.stringify(parts));
    }
    await assert.rejects(read(partsOf(" ".repeat(2_000_000))), /more than 1000000 bytes together/);
  });

  test("of a file that is none, was cut short, or is too old or protected is refused", async () => {
    const path = join(folder, "book.xls");
    const refused = async (bytes: Buffer, message: RegExp) => {
      await writeFile(path, bytes);
      await assert.rejects(readXls(path), { name: "WorkbookProblem", message });
    };
    const bytes = await readFile(join(fixtures, "people.xls"));
    await refused(Buffer.from("no workbook"), /is damaged/);
    for (let length = 512; length < bytes.length; length += 512) {
      await refused(bytes.subarray(0, length), /is damaged|was cut short/);
    }
    /** The fixture with the first place of some bytes changed. */
    const changed = (from: Buffer, to: Buffer) => {
      const copy = Buffer.from(bytes);
      copy.set(to, copy.indexOf(from));
      return copy;
    };
    const utf16 = (text: string) => Buffer.from(text, "utf16le");
    await refused(changed(utf16("Workbook\0"), utf16("Notebook\0")), /is no workbook/);
    await refused(changed(Buffer.from([9, 8, 16, 0, 0, 6]), Buffer.from([9, 8, 16, 0, 0, 5])), /Excel 95 or earlier/);
    // A record of the workbook becomes the one that says how it is encrypted.
    await refused(changed(Buffer.from([0x42, 0, 2, 0]), Buffer.from([0x2f, 0, 2, 0])), /protected by a password/);
    await writeFile(path, "PK no zip");
    await assert.rejects(readAll(path), /cannot be read as a ZIP file/);
  });

  test("never fails but by a problem, whatever byte is changed", async () => {
    const path = join(folder, "book.xls");
    const bytes = await readFile(join(fixtures, "people.xls"));
    for (let at = 0; at < bytes.length; at += 7) {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 0xff;
      await writeFile(path, copy);
      await readXls(path).catch((error: Error) => assert.equal(error.name, "WorkbookProblem", `${at}: ${error.stack}`));
    }
  });
});

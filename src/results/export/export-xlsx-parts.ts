import { formulaStartBytes, formulaTestSql, isFormulaLike } from "../../base/spreadsheet-text.ts";
import { buildShownTextSql, type StoredColumn, sourceTextColumnNameOf } from "../model/column-storage.ts";
import { mayBeginWithByte, type TextStatisticsByColumn } from "../view/text-statistics.ts";

interface ChosenColumn {
  readonly column: StoredColumn;
  readonly position: number;
}

/** Indexes of the cell formats in the workbook's `styles`. */
const cellStyles = { plain: 0, date: 1, instant: 2, quoted: 3, header: 4 } as const;

/** Excel's limit for the text of a cell, in UTF-16 units. */
const maxTextLength = 32_767;
const beyondOneUnit = "[\\x{10000}-\\x{10FFFF}]";
/** Codes that XML cannot contain, and the carriage return, which XML parsers turn into a line feed. */
const controls = [...Array(32).keys()].filter((code) => code > 0 && code !== 9 && code !== 10);

const escapedControls = controls.reduce(
  (text, code) => `replace(${text}, chr(${code}), '_x${code.toString(16).toUpperCase().padStart(4, "0")}_')`,
  "regexp_replace(x, '_(x[0-9A-Fa-f]{4}_)', '_x005F_\\1', 'g')",
);

/**
 * DuckDB macros that the SQL of sheets uses. Without them, the SQL for results with many columns would be megabytes
 * long.
 */
export const xlsxMacros: readonly string[] = [
  // Excel counts UTF-16 units, and DuckDB counts characters, some of which take two units.
  `CREATE OR REPLACE TEMP MACRO xlsx_fit(s) AS CASE WHEN length(s) <= ${maxTextLength >> 1} THEN s WHEN regexp_matches(s, '${beyondOneUnit}') THEN left(s, ${maxTextLength >> 1}) ELSE left(s, ${maxTextLength}) END`,
  // For a complete row at once: each function call has a megabyte of intermediate values, too much for each of 50
  // cells.
  `CREATE OR REPLACE TEMP MACRO xlsx_row(x) AS CASE WHEN regexp_matches(x, '_x|[\\x01-\\x08\\x0B-\\x1F]') THEN ${escapedControls} ELSE x END`,
  `CREATE OR REPLACE TEMP MACRO xlsx_text(s, style) AS concat('<c s="', style, '" t="inlineStr"><is><t xml:space="preserve">', replace(replace(replace(s, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '</t></is></c>')`,
  "CREATE OR REPLACE TEMP MACRO xlsx_is_number(s) AS regexp_full_match(s, '-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]{1,2})?') AND s <> '-0' AND length(ltrim(regexp_replace(s, '[^0-9]', '', 'g'), '0')) <= 15",
  // Excel's calendar is wrong before March 1900, and Excel keeps times only to the millisecond.
  "CREATE OR REPLACE TEMP MACRO xlsx_is_instant(d) AS coalesce(d >= TIMESTAMP '1900-03-01' AND d < TIMESTAMP '10000-01-01' AND epoch_us(d) % 1000 = 0, false)",
  `CREATE OR REPLACE TEMP MACRO xlsx_instant(d) AS CASE WHEN d::DATE::TIMESTAMP = d THEN concat('<c s="${cellStyles.date}"><v>', (epoch_ms(d) + 2209161600000) // 86400000, '</v></c>') ELSE concat('<c s="${cellStyles.instant}"><v>', (epoch_ms(d) + 2209161600000) / 86400000.0, '</v></c>') END`,
];

/** SQL expressions that write the rows of a worksheet. */
export interface WorksheetSql {
  /** Select list over the row `t` of a result. It computes each displayed value once, for all uses in `row`. */
  readonly values: string;
  /** SQL of the XML of one worksheet row, over the row `t` of `values`. */
  readonly row: string;
  /** SQL of the number of truncated cells in a row of `values`. Undefined if no text exceeds Excel's limit. */
  readonly cut: string | undefined;
}

/**
 * Builds the SQL of a worksheet. `neutralisesFormulas` writes texts that look like formulas so that Excel does not
 * evaluate them.
 */
export function buildWorksheetSql(
  columns: readonly ChosenColumn[],
  texts: TextStatisticsByColumn,
  neutralisesFormulas: boolean,
): WorksheetSql {
  const values = columns.flatMap(({ column, position }) => {
    const shown = buildShownTextSql(column, position, "t");
    const instant = column.kind === "date" ? [`try_cast(${shown} AS TIMESTAMP) AS d${position}`] : [];
    return [`${shown} AS s${position}`, ...instant];
  });
  const long = columns.filter(({ column, position }) => {
    const longest = texts.get(sourceTextColumnNameOf(column, position))?.longest;
    // `longest` is in bytes, and a text never has fewer bytes than UTF-16 units.
    return longest === undefined || longest > maxTextLength;
  });
  const cells = columns.map((chosen) => {
    const { column, position } = chosen;
    const known = texts.get(sourceTextColumnNameOf(column, position));
    const style =
      column.kind === "text" && neutralisesFormulas && mayBeginWithByte(known, formulaStartBytes)
        ? `CASE WHEN ${formulaTestSql(`t.s${position}`)} THEN ${cellStyles.quoted} ELSE ${cellStyles.plain} END`
        : String(cellStyles.plain);
    const text = long.includes(chosen) ? `xlsx_fit(t.s${position})` : `t.s${position}`;
    return `CASE WHEN t.s${position} IS NULL THEN '<c/>' ELSE ${cellSql(column, position, `xlsx_text(${text}, ${style})`)} END`;
  });
  const cuts = long.map(({ position }) => `coalesce((xlsx_fit(t.s${position}) <> t.s${position})::INTEGER, 0)`);
  return {
    values: values.join(", "),
    row: `xlsx_row(concat('<row>', ${cells.join(", ")}, '</row>'))`,
    cut: cuts.length === 0 ? undefined : cuts.join(" + "),
  };
}

/** Returns the SQL of a cell's XML; `text` is the SQL of a text cell, for values that are not of the column's kind. */
function cellSql({ kind }: StoredColumn, position: number, text: string): string {
  const shown = `t.s${position}`;
  switch (kind) {
    case "number":
      return `CASE WHEN xlsx_is_number(${shown}) THEN concat('<c><v>', ${shown}, '</v></c>') ELSE ${text} END`;
    case "date":
      return `CASE WHEN xlsx_is_instant(t.d${position}) THEN xlsx_instant(t.d${position}) ELSE ${text} END`;
    case "boolean":
      return `CASE ${shown} WHEN 'true' THEN '<c t="b"><v>1</v></c>' WHEN 'false' THEN '<c t="b"><v>0</v></c>' ELSE ${text} END`;
    case "text":
      return text;
  }
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaged = "http://schemas.openxmlformats.org/package/2006";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** XML of a worksheet before its rows. The header row stays visible while scrolling. */
export const worksheetXmlStart = `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
/** XML of a worksheet after its rows. */
export const worksheetXmlEnd = "</sheetData></worksheet>";

/** Builds the XML of a worksheet's header row. */
export function buildHeaderRow(names: readonly string[]): string {
  return `<row>${names.map((name) => textCell(name, cellStyles.header)).join("")}</row>`;
}

/** Builds the XML of a worksheet that lists names and values. */
export function buildAboutWorksheet(about: readonly (readonly [name: string, value: string])[]): string {
  const rows = about.flatMap(([name, value]) =>
    // A query longer than Excel's limit for a cell continues in the next row.
    (value.match(/[\s\S]{1,16000}/g) ?? [""]).map(
      (piece, index) =>
        `<row>${textCell(index === 0 ? name : "", cellStyles.header)}${textCell(piece, isFormulaLike(piece) ? cellStyles.quoted : cellStyles.plain)}</row>`,
    ),
  );
  return `${xml}<worksheet xmlns="${main}"><cols><col min="1" max="1" width="16" customWidth="1"/><col min="2" max="2" width="100" customWidth="1"/></cols><sheetData>${rows.join("")}</sheetData></worksheet>`;
}

/**
 * Creates the files of a workbook other than its worksheets. A worksheet "Query" follows the `sheetCount` worksheets of
 * rows.
 */
export function createWorkbookFiles(sheetCount: number): { readonly name: string; readonly text: string }[] {
  const names = Array.from({ length: sheetCount }, (_, index) => (index === 0 ? "Result" : `Result ${index + 1}`));
  const sheets = [...names, "Query"];
  const overrides = sheets.map(
    (_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${types}.worksheet+xml"/>`,
  );
  const listed = sheets.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`);
  const targets = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return [
    {
      name: "[Content_Types].xml",
      text: `${xml}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${overrides.join("")}</Types>`,
    },
    {
      name: "_rels/.rels",
      text: `${xml}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: "xl/workbook.xml",
      text: `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${listed.join("")}</sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      text: `${xml}<Relationships xmlns="${packaged}/relationships">${targets.join("")}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    },
    { name: "xl/styles.xml", text: styles },
  ];
}

/** The formats in the order of `cellStyles`. */
const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm:ss.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`;

function textCell(text: string, style: number): string {
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

function escaped(text: string): string {
  return text
    .replace(/_(x[0-9A-Fa-f]{4}_)/g, "_x005F_$1")
    .replace(/\p{Cc}/gu, (found) => {
      const code = found.charCodeAt(0);
      return code > 31 || code === 9 || code === 10 ? found : `_x${code.toString(16).toUpperCase().padStart(4, "0")}_`;
    })
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

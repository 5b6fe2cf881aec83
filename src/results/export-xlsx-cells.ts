import { type StoredColumn, shownSql } from "./column-storage.ts";

interface ChosenColumn {
  readonly column: StoredColumn;
  readonly position: number;
}

/** Positions among the cell formats of the workbook. */
export const cellStyles = { plain: 0, date: 1, instant: 2, quoted: 3, header: 4 } as const;

const longestText = 32_767;
const beyondOneUnit = "[\\x{10000}-\\x{10FFFF}]";
/** What XML cannot hold, and the carriage return, which it would turn into a line feed. */
const controls = [...Array(32).keys()].filter((code) => code > 0 && code !== 9 && code !== 10);

const escapedControls = controls.reduce(
  (text, code) => `replace(${text}, chr(${code}), '_x${code.toString(16).toUpperCase().padStart(4, "0")}_')`,
  "s",
);

/** For the connection that the rows are read over: without them the SQL of wide results would be megabytes long. */
export const xlsxMacros: readonly string[] = [
  // Lengths are in UTF-16 units there, of which some characters take two.
  `CREATE OR REPLACE TEMP MACRO xlsx_fit(s) AS CASE WHEN length(s) <= ${longestText >> 1} THEN s WHEN regexp_matches(s, '${beyondOneUnit}') THEN left(s, ${longestText >> 1}) ELSE left(s, ${longestText}) END`,
  `CREATE OR REPLACE TEMP MACRO xlsx_controls(s) AS CASE WHEN regexp_matches(s, '[\\x01-\\x08\\x0B-\\x1F]') THEN ${escapedControls} ELSE s END`,
  "CREATE OR REPLACE TEMP MACRO xlsx_escape(s) AS replace(replace(replace(xlsx_controls(regexp_replace(s, '_(x[0-9A-Fa-f]{4}_)', '_x005F_\\1', 'g')), '&', '&amp;'), '<', '&lt;'), '>', '&gt;')",
  `CREATE OR REPLACE TEMP MACRO xlsx_text(s, style) AS concat('<c s="', style, '" t="inlineStr"><is><t xml:space="preserve">', xlsx_escape(xlsx_fit(s)), '</t></is></c>')`,
  `CREATE OR REPLACE TEMP MACRO xlsx_number(s) AS CASE WHEN regexp_full_match(s, '-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]{1,2})?') AND s <> '-0' AND length(ltrim(regexp_replace(s, '[^0-9]', '', 'g'), '0')) <= 15 THEN concat('<c><v>', s, '</v></c>') ELSE xlsx_text(s, ${cellStyles.plain}) END`,
  // Excel's calendar is wrong before March 1900, and its finest unit that survives is a millisecond.
  `CREATE OR REPLACE TEMP MACRO xlsx_instant(s, d) AS CASE WHEN d >= TIMESTAMP '1900-03-01' AND d < TIMESTAMP '10000-01-01' AND epoch_us(d) % 1000 = 0 THEN concat('<c s="', CASE WHEN d::DATE::TIMESTAMP = d THEN ${cellStyles.date} ELSE ${cellStyles.instant} END, '"><v>', CASE WHEN d::DATE::TIMESTAMP = d THEN ((epoch_ms(d) + 2209161600000) // 86400000)::VARCHAR ELSE ((epoch_ms(d) + 2209161600000) / 86400000.0)::VARCHAR END, '</v></c>') ELSE xlsx_text(s, ${cellStyles.plain}) END`,
];

/** SQL of one row of a sheet over the row `t`. */
export function rowSql(columns: readonly ChosenColumn[], neutralisesFormulas: boolean): string {
  const cells = columns.map(({ column, position }) => {
    const shown = shownSql(column, position, "t");
    return `CASE WHEN ${shown} IS NULL THEN '<c/>' ELSE ${cellSql(column, shown, neutralisesFormulas)} END`;
  });
  return `concat('<row>', ${cells.join(", ")}, '</row>')`;
}

/** SQL that counts the cells of a row that are cut. */
export function cutSql(columns: readonly ChosenColumn[]): string {
  return columns
    .map(({ column, position }) => shownSql(column, position, "t"))
    .map((shown) => `coalesce((length(${shown}) > ${longestText >> 1} AND xlsx_fit(${shown}) <> ${shown})::INTEGER, 0)`)
    .join(" + ");
}

function cellSql({ kind }: StoredColumn, shown: string, neutralisesFormulas: boolean): string {
  switch (kind) {
    case "number":
      return `xlsx_number(${shown})`;
    case "date":
      return `xlsx_instant(${shown}, try_cast(${shown} AS TIMESTAMP))`;
    case "boolean":
      return `CASE ${shown} WHEN 'true' THEN '<c t="b"><v>1</v></c>' WHEN 'false' THEN '<c t="b"><v>0</v></c>' ELSE xlsx_text(${shown}, ${cellStyles.plain}) END`;
    case "text":
      return neutralisesFormulas
        ? `xlsx_text(${shown}, CASE WHEN regexp_matches(${shown}, '^[=+@\\t\\r-]') THEN ${cellStyles.quoted} ELSE ${cellStyles.plain} END)`
        : `xlsx_text(${shown}, ${cellStyles.plain})`;
  }
}

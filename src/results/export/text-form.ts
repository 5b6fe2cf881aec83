import { formulaBytes, neutralSql, neutralText } from "../../base/spreadsheet-text.ts";
import { quoteText } from "../../duckdb/database.ts";
import { csvField } from "../model/cell-text.ts";
import { type StoredColumn, shownSql, shownValueSql, textColumn, valueColumn } from "../model/column-storage.ts";
import { uniqueNames } from "../model/unique-names.ts";
import { type KnownTexts, mayBegin, type TextStatistics } from "../view/text-statistics.ts";

/** A column to be written, and where it lies. */
interface WrittenColumn {
  readonly column: StoredColumn;
  readonly position: number;
}

/** How DuckDB's `COPY` writes rows `t` as text. */
export interface TextForm {
  /** SQL of what is selected. */
  readonly values: readonly string[];
  /** Options of the statement for a piece that has rows. */
  options(isFirst: boolean, isLast: boolean): string;
  /** The whole text of no rows. */
  readonly empty: string;
}

/** Writes a row as one text that needs no further quotes. */
const plainText = "FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '', USE_TMP_FILE false";
const csvText = `FORMAT csv, HEADER false, NULLSTR '', NEW_LINE ${quoteText("\r\n")}, USE_TMP_FILE false`;

/** Lines end with CR LF; a missing value and an empty text are empty fields. */
export function csvForm(
  columns: readonly WrittenColumn[],
  texts: KnownTexts,
  { hasHeaders, neutralisesFormulas }: { readonly hasHeaders: boolean; readonly neutralisesFormulas: boolean },
): TextForm {
  const names = columns.map(({ column: { name } }) => csvField(neutralisesFormulas ? neutralText(name) : name));
  const header = `${names.join(",")}\r\n`;
  // With a text before the rows DuckDB ends none but the inner lines.
  const withHeader = `${csvText}, PREFIX ${quoteText(header)}, SUFFIX ${quoteText("\r\n")}`;
  return {
    values: columns.map((written) => csvSql(written, texts, neutralisesFormulas)),
    options: (isFirst) => (isFirst && hasHeaders ? withHeader : csvText),
    empty: hasHeaders ? header : "",
  };
}

/** An object for each line. */
export function jsonLinesForm(columns: readonly WrittenColumn[], texts: KnownTexts): TextForm {
  return { values: [objectSql(columns, texts)], options: () => plainText, empty: "" };
}

/** One list of objects, a line for each. */
export function jsonForm(columns: readonly WrittenColumn[], texts: KnownTexts): TextForm {
  const between = ",\n";
  const indent = "  ";
  return {
    values: [objectSql(columns, texts)],
    options: (isFirst, isLast) => {
      const [before, after] = [isFirst ? `[\n${indent}` : indent, isLast ? "\n]\n" : between];
      return `${plainText}, NEW_LINE ${quoteText(between + indent)}, PREFIX ${quoteText(before)}, SUFFIX ${quoteText(after)}`;
    },
    empty: "[\n\n]\n",
  };
}

/** What a typed column holds is never empty, and no formula but for negative infinity. */
function csvSql({ column, position }: WrittenColumn, texts: KnownTexts, neutralises: boolean): string {
  const given = (name: string) => givenSql(`t.${name}`, texts.get(name), neutralises);
  if (column.storage === "VARCHAR") {
    return given(valueColumn(position));
  }
  const value = typedCsvSql(column, position, neutralises);
  if (isAnyKept(texts, position)) {
    return `coalesce(${given(textColumn(position))}, ${value})`;
  }
  // DuckDB writes whole numbers as they are shown, and a column of texts takes it more memory.
  return column.storage === "BIGINT" ? `t.${valueColumn(position)}` : value;
}

function typedCsvSql(column: StoredColumn, position: number, neutralises: boolean): string {
  const shown = shownValueSql(column, position, "t");
  const value = `t.${valueColumn(position)}`;
  return column.storage === "DOUBLE" && neutralises
    ? `CASE WHEN isfinite(${value}) THEN ${shown} ELSE ${neutralSql(`${value}::VARCHAR`)} END`
    : shown;
}

/** Nothing is done where no text needs it: most columns hold no empty ones, and some no texts at all. */
function givenSql(text: string, known: TextStatistics | undefined, neutralises: boolean): string {
  const neutral = neutralises && known?.longest !== 0 ? neutralSql(text, mayBegin(known, formulaBytes)) : text;
  return known?.firstBytes ? neutral : `nullif(${neutral}, '')`;
}

function isAnyKept(texts: KnownTexts, position: number): boolean {
  return texts.get(textColumn(position))?.longest !== 0;
}

function objectSql(columns: readonly WrittenColumn[], texts: KnownTexts): string {
  const names = uniqueNames(columns.map(({ column }) => column.name));
  const members = columns.map((written, index) => {
    const name = quoteText(`${index === 0 ? "" : ", "}${JSON.stringify(names[index])}: `);
    return `${name}, ${jsonSql(written, texts)}`;
  });
  return `concat('{', ${[...members, "'}'"].join(", ")})`;
}

/** Numbers stand there as they are, digit for digit, where JSON has such a number. */
function jsonSql({ column, position }: WrittenColumn, texts: KnownTexts): string {
  const value = `t.${valueColumn(position)}`;
  const text = `t.${textColumn(position)}`;
  const shown = shownValueSql(column, position, "t");
  const beside = (kept: string, own: string) =>
    `coalesce(${isAnyKept(texts, position) ? `${kept}, ` : ""}${own}, 'null')`;
  switch (column.storage) {
    case "BIGINT":
      return beside(quotedSql(text), shown);
    case "DOUBLE":
      return beside(numberSql(text), `CASE WHEN isfinite(${value}) THEN ${shown} ELSE ${quotedSql(shown)} END`);
    case "TIMESTAMP":
      return beside(quotedSql(text), `'"' || ${shown} || '"'`);
    case "VARCHAR":
      return `coalesce(${plainSql(column, shownSql(column, position, "t"))}, 'null')`;
  }
}

/** A text of a column that has no type. */
function plainSql({ kind }: StoredColumn, text: string): string {
  if (kind === "number") {
    return numberSql(text);
  }
  return kind === "boolean"
    ? `CASE WHEN ${text} IN ('true', 'false') THEN ${text} ELSE ${quotedSql(text)} END`
    : quotedSql(text);
}

function numberSql(text: string): string {
  return `CASE WHEN regexp_full_match(${text}, '-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?') THEN ${text} ELSE ${quotedSql(text)} END`;
}

function quotedSql(text: string): string {
  return `to_json(${text})::VARCHAR`;
}

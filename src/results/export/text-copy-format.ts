import { formatCsvField } from "../../base/csv-rows.ts";
import { formulaStartBytes, neutraliseFormulas, neutraliseFormulasSql } from "../../base/spreadsheet-text.ts";
import { makeNamesUnique } from "../../base/unique-names.ts";
import { quoteText } from "../../duckdb/database.ts";
import {
  buildShownTextSql,
  buildShownValueSql,
  type StoredColumn,
  sourceTextColumnOf,
  valueColumnNameOf,
} from "../model/column-storage.ts";
import { mayBeginWithByte, type TextStatistics, type TextStatisticsByColumn } from "../view/text-statistics.ts";

/** A column to be written and its position in the stored result. */
interface WrittenColumn {
  readonly column: StoredColumn;
  readonly position: number;
}

/** Parameters of DuckDB's `COPY` for writing the rows `t` as text. */
export interface TextCopyFormat {
  /** SQL expressions of the select list. */
  readonly values: readonly string[];
  /** Returns the options of the `COPY` statement for a range of rows. */
  options(isFirst: boolean, isLast: boolean): string;
  /** Complete text of an export without rows. */
  readonly empty: string;
}

/** Options that write a row as one text without quoting. */
const plainText = "FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '', USE_TMP_FILE false";
const csvText = `FORMAT csv, HEADER false, NULLSTR '', NEW_LINE ${quoteText("\r\n")}, USE_TMP_FILE false`;

/**
 * Creates the parameters for CSV with CR LF line ends. Missing values and empty texts are both written as empty fields.
 */
export function createCsvCopyFormat(
  columns: readonly WrittenColumn[],
  texts: TextStatisticsByColumn,
  { hasHeaders, neutralisesFormulas }: { readonly hasHeaders: boolean; readonly neutralisesFormulas: boolean },
): TextCopyFormat {
  const names = columns.map(({ column: { name } }) =>
    formatCsvField(neutralisesFormulas ? neutraliseFormulas(name) : name),
  );
  const header = `${names.join(",")}\r\n`;
  // With a PREFIX, DuckDB omits the last line end.
  const withHeader = `${csvText}, PREFIX ${quoteText(header)}, SUFFIX ${quoteText("\r\n")}`;
  return {
    values: columns.map((written) => csvSql(written, texts, neutralisesFormulas)),
    options: (isFirst) => (isFirst && hasHeaders ? withHeader : csvText),
    empty: hasHeaders ? header : "",
  };
}

/** Creates the parameters for JSON Lines: one object per line. */
export function createJsonLinesCopyFormat(
  columns: readonly WrittenColumn[],
  texts: TextStatisticsByColumn,
): TextCopyFormat {
  return { values: [objectSql(columns, texts)], options: () => plainText, empty: "" };
}

/** Creates the parameters for one JSON array with one object per line. */
export function createJsonCopyFormat(columns: readonly WrittenColumn[], texts: TextStatisticsByColumn): TextCopyFormat {
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

/**
 * Builds SQL of a CSV field. The value of a typed column is never an empty text, and never looks like a formula, except
 * negative infinity.
 */
function csvSql({ column, position }: WrittenColumn, texts: TextStatisticsByColumn, neutralises: boolean): string {
  const given = (name: string) => csvTextSql(`t.${name}`, texts.get(name), neutralises);
  if (column.storage === "VARCHAR") {
    return given(valueColumnNameOf(position));
  }
  const value = typedCsvSql(column, position, neutralises);
  if (hasSourceTexts(texts, position)) {
    return `coalesce(${given(sourceTextColumnOf(position))}, ${value})`;
  }
  // DuckDB writes integers as they are shown; converting them to text would take more memory.
  return column.storage === "BIGINT" ? `t.${valueColumnNameOf(position)}` : value;
}

function typedCsvSql(column: StoredColumn, position: number, neutralises: boolean): string {
  const shown = buildShownValueSql(column, position, "t");
  const value = `t.${valueColumnNameOf(position)}`;
  return column.storage === "DOUBLE" && neutralises
    ? `CASE WHEN isfinite(${value}) THEN ${shown} ELSE ${neutraliseFormulasSql(`${value}::VARCHAR`)} END`
    : shown;
}

/** Wraps only columns that need it: most columns hold no empty texts, and some hold no texts at all. */
function csvTextSql(text: string, known: TextStatistics | undefined, neutralises: boolean): string {
  const neutral =
    neutralises && known?.longest !== 0
      ? neutraliseFormulasSql(text, mayBeginWithByte(known, formulaStartBytes))
      : text;
  return known?.firstBytes ? neutral : `nullif(${neutral}, '')`;
}

function hasSourceTexts(texts: TextStatisticsByColumn, position: number): boolean {
  return texts.get(sourceTextColumnOf(position))?.longest !== 0;
}

function objectSql(columns: readonly WrittenColumn[], texts: TextStatisticsByColumn): string {
  const names = makeNamesUnique(columns.map(({ column }) => column.name));
  const members = columns.map((written, index) => {
    const name = quoteText(`${index === 0 ? "" : ", "}${JSON.stringify(names[index])}: `);
    return `${name}, ${jsonSql(written, texts)}`;
  });
  return `concat('{', ${[...members, "'}'"].join(", ")})`;
}

/** Builds SQL of a value as JSON. Numbers keep their digits if JSON can express them; otherwise they become strings. */
function jsonSql({ column, position }: WrittenColumn, texts: TextStatisticsByColumn): string {
  const value = `t.${valueColumnNameOf(position)}`;
  const text = `t.${sourceTextColumnOf(position)}`;
  const shown = buildShownValueSql(column, position, "t");
  const preferSourceText = (kept: string, own: string) =>
    `coalesce(${hasSourceTexts(texts, position) ? `${kept}, ` : ""}${own}, 'null')`;
  switch (column.storage) {
    case "BIGINT":
      return preferSourceText(quotedSql(text), shown);
    case "DOUBLE":
      return preferSourceText(
        numberSql(text),
        `CASE WHEN isfinite(${value}) THEN ${shown} ELSE ${quotedSql(shown)} END`,
      );
    case "TIMESTAMP":
      return preferSourceText(quotedSql(text), `'"' || ${shown} || '"'`);
    case "VARCHAR":
      return `coalesce(${plainSql(column, buildShownTextSql(column, position, "t"))}, 'null')`;
  }
}

/** Returns the JSON of a value of a column that is stored as text. */
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

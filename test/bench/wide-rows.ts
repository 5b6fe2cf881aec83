import { quoteText } from "../../src/duckdb/database.ts";
import type { ColumnKind } from "../../src/protocol/data-worker.ts";

/** A column of generated rows. */
export interface WideColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** The type that a table made by hand gives it. */
  readonly type: "VARCHAR" | "BIGINT" | "DOUBLE" | "TIMESTAMP";
  /** SQL of the text that the service would send, over the number `r` of the row. */
  readonly text: string;
}

const departments = ["Sales", "Research and Development", "Legal, Risk", "Operations", "People", "Finance"];
const names = ["Anna", "Bo", "Chloe", "Dieter", "Eva", "Farid"];
const dayMs = 86_400_000;
/** Days of 44 years before 2014. */
const days = 16_000;

/** What a block of ten columns holds; further blocks hold the same in other values. */
const makers: readonly ((place: number) => Omit<WideColumn, "name">)[] = [
  () => ({ kind: "text", type: "VARCHAR", text: "printf('E%08d', r)" }),
  (place) => ({
    kind: "text",
    type: "VARCHAR",
    text: `${oneOf(departments, place)} || ' ' || ${number(place + 1, 1000)}`,
  }),
  (place) => ({ kind: "number", type: "BIGINT", text: missing(place, 5, `${number(place, 100_000)}::VARCHAR`) }),
  (place) => ({
    kind: "date",
    type: "TIMESTAMP",
    text: missing(place, 20, `(${number(place, days)} * ${dayMs})::VARCHAR`),
  }),
  // As decimals with two places are sent: for some of them a double would leave out the last zero.
  (place) => ({
    kind: "number",
    type: "DOUBLE",
    text: `(${number(place, 9_999_999)}::DECIMAL(18, 2) / 100)::DECIMAL(18, 2)::VARCHAR`,
  }),
  (place) => ({
    kind: "text",
    type: "VARCHAR",
    text: `${oneOf(names, place)} || ' M' || ${number(place + 1, 90_000)} || 'er'`,
  }),
  (place) => ({
    kind: "number",
    type: "DOUBLE",
    text: missing(place, 5, `(${number(place, 999_999)} / 1000)::VARCHAR`),
  }),
  (place) => ({
    kind: "text",
    type: "VARCHAR",
    text: missing(place, 10, `CASE WHEN ${number(place, 2)} = 0 THEN 'Full time' ELSE 'Part time' END`),
  }),
  (place) => ({ kind: "number", type: "BIGINT", text: `(9000000000000000 + r * 7919 + ${place})::VARCHAR` }),
  (place) =>
    place === 49
      ? {
          kind: "text",
          type: "VARCHAR",
          text: missing(
            place,
            80,
            `'Note: "' || repeat('of the review, ', 8 + ${number(place, 20)}) || '"' || chr(10) || 'end'`,
          ),
        }
      : { kind: "text", type: "VARCHAR", text: `repeat(r || ' ', ${place === 9 ? 10 : 1} + ${number(place, 3)})` },
];

/** Columns of every kind: ids, texts short and long, whole numbers, decimals, dates, and values that are missing. */
export function wideColumns(count: number): WideColumn[] {
  return Array.from({ length: count }, (_, place) => {
    const make = makers[place % makers.length] as (typeof makers)[number];
    return { name: `Column ${place}`, ...make(place) };
  });
}

/** SQL of the answer's lines: the names, then a line for each row. */
export function linesSql(columns: readonly WideColumn[], rowCount: number): string {
  const header = JSON.stringify(columns.map(({ name }) => name));
  const texts = columns.map(({ text }) => text).join(", ");
  return `SELECT ${quoteText(header)} AS line UNION ALL SELECT to_json([${texts}])::VARCHAR FROM (SELECT range AS r FROM range(${rowCount}))`;
}

/** SQL of a table of those lines as it would be typed by hand. The header fails every cast and is left out by that. */
export function wideTableSql(table: string, columns: readonly WideColumn[], file: string): string {
  const values = columns.map(({ type }, place) => {
    const text = `json[${place + 1}]`;
    const value = type === "VARCHAR" ? text : type === "TIMESTAMP" ? `epoch_ms(${text}::BIGINT)` : `${text}::${type}`;
    return `${value} AS c${place}`;
  });
  const source = `read_json(${quoteText(file)}, format = 'newline_delimited', records = false, columns = {'json': 'VARCHAR[]'})`;
  return `CREATE TABLE ${table} AS SELECT ${values.join(", ")} FROM ${source} WHERE json[1] <> ${quoteText(columns[0]?.name ?? "")}`;
}

/** SQL of a whole number below `end`, for each place a different one. */
function number(place: number, end: number): string {
  return `((r * ${2_654_435 + 7919 * place} + ${place * 104_729}) // 61 % ${end})`;
}

function oneOf(texts: readonly string[], place: number): string {
  const cases = texts.map((text, index) => `WHEN ${index} THEN ${quoteText(text)}`);
  return `CASE ${number(place, texts.length)} ${cases.join(" ")} END`;
}

/** Has so many in a hundred values missing. */
function missing(place: number, share: number, text: string): string {
  return `CASE WHEN ${number(place + 100, 100)} >= ${share} THEN ${text} END`;
}

import type { Sql } from "./sql-text.ts";

/** Number as results print it: the shortest decimal that reads back as the same double; integers with every digit. */
export function numberText(value: number | bigint): string {
  return Object.is(value, -0) ? "0" : String(value);
}

/** 2^53, up to which doubles represent every whole number exactly. */
const exactWhole = "9007199254740992";

/** SQL for `numberText` of a DOUBLE; DuckDB's own text has `.0`, and exponents from 1e16 up and 1e-5 down. */
export function doubleTextSql(column: Sql): Sql {
  const text = `(${column})::VARCHAR`;
  // In `9.203817354237048e+18`: the digits, and the exponent as the position of the point.
  const digits = `replace(replace(split_part(${text}, 'e', 1), '.', ''), '-', '')`;
  const exponent = `split_part(${text}, 'e', 2)::INTEGER`;
  const sign = `CASE WHEN ${column} < 0 THEN '-' ELSE '' END`;
  const cut = `regexp_replace(${text}, '\\.0$', '')`;
  return [
    `CASE WHEN ${column} = trunc(${column}) AND abs(${column}) < ${exactWhole} THEN (${column})::BIGINT::VARCHAR`,
    `WHEN NOT contains(${text}, 'e') THEN ${cut}`,
    `WHEN abs(${column}) >= 1 AND abs(${column}) < 1e21 THEN ${sign} || rpad(${digits}, ${exponent} + 1, '0')`,
    `WHEN abs(${column}) < 1 AND abs(${column}) >= 1e-6 THEN ${sign} || '0.' || repeat('0', -${exponent} - 1) || ${digits}`,
    `ELSE regexp_replace(${text}, 'e([+-])0+', 'e\\1') END`,
  ].join(" ");
}

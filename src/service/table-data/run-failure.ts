import { isDiskFull, isOutOfMemory } from "../../base/error-causes.ts";
import { isStatementRefusal } from "../../duckdb/database.ts";
import { DatabaseFileError } from "../../duckdb/database-file.ts";
import { findSizeLimitProblem } from "../engine/spark/functions/value-bounds.ts";
import { DiskFullError } from "../store/disk-space.ts";
import { TableDataError, withDescribedErrors } from "./table-data-error.ts";

/** Reasons for DuckDB's errors by message. The original text is not shown, because it may contain values of rows. */
const reasons: readonly [RegExp, string][] = [
  [/^TransactionContext Error|^Transaction|conflict/i, "the table was changed in the meantime; run it again"],
  [/^Permission Error/, "it tries to access a file"],
  // Messages of our engine, which contain no values.
  [/The index of element_at is 0/, "the index of element_at is 0; arrays count from 1"],
  [/The index of split_part is 0/, "the index of split_part is 0; parts count from 1"],
  [/regular expression|regex/i, "a pattern is not a regular expression"],
];

/** Column types of table sources by DuckDB's names. */
const typeNames: Readonly<Record<string, string>> = {
  DATE: "DATE",
  TIMESTAMP: "DATE_TIME",
  INT32: "INTEGER",
  INTEGER: "INTEGER",
  INT64: "LONG",
  BIGINT: "LONG",
  DOUBLE: "DOUBLE",
  BOOL: "BOOLEAN",
  BOOLEAN: "BOOLEAN",
  DECIMAL: "DECIMAL",
  JSON: "JSON",
};

const operations: Readonly<Record<string, string>> = {
  addition: "a sum",
  subtraction: "a difference",
  multiplication: "a product",
  division: "a quotient",
  SUM: "a sum",
};

/** Whether an error of DuckDB means that a value could not be converted to another type. */
export function isConversionFailure(error: unknown): boolean {
  return (
    /^(Conversion|Out of Range) Error/.test(messageOf(error)) ||
    /^Invalid Input Error: Malformed JSON/.test(messageOf(error))
  );
}

/**
 * Runs `work` and converts every error of DuckDB to a `TableDataError` that names the operation. Rethrows the reason of
 * an abort unchanged.
 */
export function withTableDataErrors<Value>(
  operation: string,
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
): Promise<Value> {
  return withDescribedErrors(
    signal,
    work,
    (error) => new TableDataError(`${operation} failed: ${reasonOf(error)}.`, { kind: "failed", cause: error }),
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof DatabaseFileError) {
    return `the file ${error.path} is damaged; restore it from a backup`;
  }
  if (error instanceof DiskFullError) {
    return error.message;
  }
  if (isDiskFull(error)) {
    return "the disk is full; free some space, then run it again";
  }
  if (isOutOfMemory(error)) {
    return "there is not enough memory; use fewer rows or columns at once";
  }
  const message = messageOf(error);
  const bound = findSizeLimitProblem(message);
  if (bound !== undefined) {
    return bound;
  }
  const known = reasons.find(([pattern]) => pattern.test(message));
  if (known) {
    return known[1];
  }
  if (isConversionFailure(error)) {
    return conversionReason(message);
  }
  if (isStatementRefusal(message)) {
    return `the database reports: ${(message.split("\n")[0] ?? "").replace(/\.$/, "")}`;
  }
  const [kind] = /^[A-Z][A-Za-z ]{2,30} Error(?=:)/.exec(message) ?? [];
  return kind
    ? `a function does not accept one of its values (${kind} of the database); find such rows with a query first`
    : "the service could not compute it, and its log has the reason";
}

/** Extracts only the operation and the target type from the message, because the rest may contain values. */
function conversionReason(message: string): string {
  const [, operation = ""] = /Overflow in (?:the )?(\w+)/i.exec(message) ?? [];
  const computed = operations[operation] ?? operations[operation.toLowerCase()];
  if (computed) {
    return `${computed} is too large for its type; cast an operand to a larger one, such as DECIMAL(38,0)`;
  }
  // The last type in the message is the target type.
  const [last = ""] =
    message
      .match(
        /\b(?:to|type|into) (?:type )?(DATE|TIMESTAMP|INT32|INTEGER|INT64|BIGINT|DOUBLE|BOOL|BOOLEAN|DECIMAL|JSON)\b/g,
      )
      ?.slice(-1) ?? [];
  const type = typeNames[last.split(" ").at(-1) ?? ""];
  return type === undefined
    ? "a value is too large for its type, or not of that type; find such rows with try_cast first"
    : `a value is not ${/^[AEIOU]/.test(type) ? "an" : "a"} ${type}; find such rows with try_cast first`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

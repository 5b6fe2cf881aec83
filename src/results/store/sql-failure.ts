import { describeStorageFailure, ResultError } from "../facts/result-error.ts";

/** What DuckDB says of a text that a user wrote. Its messages about values quote them, so of those only the kind is told. */
export function describeSqlFailure(operation: string, error: unknown): ResultError {
  if (error instanceof ResultError) {
    return error;
  }
  const text = error instanceof Error ? error.message : "";
  const [kind = "", ...rest] = text.split(": ");
  if (/^(Binder|Parser|Catalog|Not implemented) Error$/i.test(kind)) {
    const said = rest.join(": ").trim();
    return new ResultError(`${operation}: ${/[.!?]$/.test(said) ? said : `${said}.`}`, {
      code: "badQuery",
      cause: error,
    });
  }
  if (/^(Conversion|Out of Range|Invalid Input) Error$/i.test(kind)) {
    return new ResultError(
      `${operation}: a value does not fit the type or function it is used with. Use TRY_CAST, or leave such values out with WHERE.`,
      { code: "badQuery", cause: error },
    );
  }
  if (/^Permission Error$/i.test(kind)) {
    return new ResultError(`${operation}: files and the network cannot be reached from here.`, {
      code: "badQuery",
      cause: error,
    });
  }
  return describeStorageFailure(operation, error);
}

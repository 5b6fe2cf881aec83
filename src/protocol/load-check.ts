import { isRecord, isStringArray } from "../base/guards.ts";

/** Column of a load schema, by which the cells of a CSV file are checked. */
export interface LoadCheckColumn {
  readonly name: string;
  /** Type of the values, as the service writes it, such as `TIMESTAMP`. */
  readonly dataType: string;
  /** Accepted notations of dates, such as `yyyy-MM-dd`. */
  readonly formats: readonly string[];
  /** Whether every row needs a value. */
  readonly isMandatory: boolean;
}

/** Problem of one row of a CSV file. Contains no data. */
export interface LoadRowProblem {
  /** Line on which the row begins, from 1. */
  readonly line: number;
  readonly column?: string;
  /** Violated rule, as the predicate of a sentence: `is no date of yyyy-MM-dd`. */
  readonly rule: string;
}

/** Result of checking the rows of a file. There may be more problems than are listed. */
export interface LoadCheck {
  /** Number of rows below the header. */
  readonly rows: number;
  readonly total: number;
  readonly listed: readonly LoadRowProblem[];
}

/** Requests to the data worker about files that are to be loaded. */
export type LoadCheckRequests = {
  /** Checks all rows of a CSV file on this machine. Only the data worker reads the file. */
  checkLoadFile: {
    params: { readonly file: string; readonly columns: readonly LoadCheckColumn[] };
    result: LoadCheck;
  };
};

export function isLoadCheckColumn(value: unknown): value is LoadCheckColumn {
  return (
    isRecord(value) &&
    typeof value["name"] === "string" &&
    typeof value["dataType"] === "string" &&
    isStringArray(value["formats"]) &&
    typeof value["isMandatory"] === "boolean"
  );
}

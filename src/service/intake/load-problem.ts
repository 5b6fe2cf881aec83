import { formatCsvField } from "../../base/csv-rows.ts";
/** Why a file of a load is refused. */
export interface LoadProblem {
  /** Name of the file as it was sent. */
  readonly file: string;
  /** Line of the file on which the row begins, from 1. Undefined if the problem is about the file as a whole. */
  readonly line?: number;
  /** Column of the load schema. */
  readonly column?: string;
  /** Violated rule, as the predicate of a sentence: `is no date of yyyy-MM-dd`. Contains no data. */
  readonly rule: string;
  /** The refused value. It is written to the problem file only, never to a message or log. */
  readonly value?: string;
}

/** Problems of a load. There may be more than are listed. */
export interface LoadProblems {
  readonly listed: readonly LoadProblem[];
  readonly total: number;
}

/** Most problems that are listed for a load; our choice. */
export const maxListedProblems = 10_000;

const shownProblems = 3;

/** Describes the first three problems with file, line, column and rule, and says how many more there are. */
export function describeProblems({ listed, total }: LoadProblems): string {
  const shown = listed.slice(0, shownProblems).map(describeProblem);
  const left = total - shown.length;
  return `${shown.join("; ")}${left > 0 ? `; ${left} more` : ""}.`;
}

function describeProblem({ file, line, column, rule }: LoadProblem): string {
  const place = line === undefined ? file : `${file} line ${line}`;
  return column === undefined ? `${place} ${rule}` : `${place}, ${column} ${rule}`;
}

/** Columns of the file that lists problems. */
export const problemColumns = ["File", "Line", "Column", "Rule", "Value"];

/** Writes problems as CSV with the columns File, Line, Column, Rule and Value. */
export function writeProblemFile({ listed }: LoadProblems): string {
  const rows = listed.map(({ file, line, column = "", rule, value = "" }) => [
    file,
    line === undefined ? "" : String(line),
    column,
    rule,
    value,
  ]);
  return [problemColumns, ...rows].map((row) => `${row.map(formatCsvField).join(",")}\n`).join("");
}

/** Joins the problems of several files, of which the first ones are listed. */
export function joinProblems(all: readonly LoadProblems[]): LoadProblems {
  return {
    listed: all.flatMap(({ listed }) => listed).slice(0, maxListedProblems),
    total: all.reduce((sum, { total }) => sum + total, 0),
  };
}

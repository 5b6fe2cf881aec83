import type { LoadFileSchema } from "../../contract/direct-intake.ts";
import type { Sources } from "../../contract/source-intake.ts";
import type { LoadCheckColumn, LoadRowProblem } from "../../protocol/load-check.ts";

type Source = NonNullable<Sources["sources"]>[number];

/** Returns the columns by which rows are checked, of the load schema of an analytic object. */
export function columnsOfSchema({ schema = [] }: LoadFileSchema): readonly LoadCheckColumn[] {
  return schema.map(({ name = "", dataType = "", formats = [], isMandatory = false, emptyValuesAllowed }) => ({
    name,
    dataType,
    formats,
    isMandatory: isMandatory && emptyValuesAllowed !== true,
  }));
}

/** Returns the columns by which rows are checked, of a source. A column with a default value needs none. */
export function columnsOfSource({ columns = [] }: Source): readonly LoadCheckColumn[] {
  return columns.map(({ columnName = "", dataType = "", dataFormats = [], isMandatory = false, ...column }) => ({
    name: columnName,
    dataType,
    formats: dataFormats,
    isMandatory: isMandatory && column.allowEmpty !== true && !column.defaultValue,
  }));
}

/** Problems that the message of a failed job names, and the number of those that it only counts. */
export interface ReportedProblems {
  readonly listed: readonly (LoadRowProblem & { readonly file: string })[];
  readonly more: number;
}

/**
 * Reads the problems that the message of a failed receiving job names, as
 * `employee.csv line 7, Pay is no number; employee.csv line 9 begins a row with 3 values; 2 more.`
 */
export function readReportedProblems(message: string): ReportedProblems {
  const [, more = "0"] = /; (\d+) more\.?$/.exec(message) ?? [];
  const text = message.replace(/(; \d+ more)?\.?$/, "");
  // A rule may have a semicolon of its own.
  const pieces = text.split(/; (?=[^;]*? line \d+[ ,])/);
  const listed = pieces.flatMap((piece) => {
    const [, file, line, column, rule] = /^(.+?) line (\d+)(?:, (\S+))? (.+)$/s.exec(piece) ?? [];
    return file === undefined || line === undefined || rule === undefined
      ? []
      : [{ file: file.split("/").at(-1) ?? file, line: Number(line), rule, ...(column !== undefined && { column }) }];
  });
  return { listed, more: Number(more) };
}

/** Reports that a data file cannot be sent as it is. Names the location in the file, never its content. */
export class DataFileError extends Error {
  override readonly name = "DataFileError";

  constructor(file: string, problem: string, options?: ErrorOptions) {
    super(`"${file}" cannot be sent: ${problem}.`, options);
  }
}

/** Describes a problem in the text of a data file, as the end of a sentence with the line number. */
export class RowProblem extends Error {
  override readonly name = "RowProblem";
}

export function lineProblem(line: number, problem: string): RowProblem {
  return new RowProblem(`line ${line.toLocaleString("en")} ${problem}`);
}

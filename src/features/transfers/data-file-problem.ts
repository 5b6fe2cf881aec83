/**
 * Error that a data file cannot be sent as it is. The message contains the location in the file, but never its content.
 */
export class DataFileError extends Error {
  override readonly name = "DataFileError";

  constructor(file: string, problem: string, options?: ErrorOptions) {
    super(`"${file}" cannot be sent: ${problem}.`, options);
  }
}

/** Error in the text of a data file, with its line number. The message is the end of a sentence. */
export class RowProblem extends Error {
  override readonly name = "RowProblem";
}

export function lineProblem(line: number, problem: string): RowProblem {
  return new RowProblem(`line ${line.toLocaleString("en")} ${problem}`);
}

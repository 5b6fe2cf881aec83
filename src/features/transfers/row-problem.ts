/** Describes a problem in the text of a data file, as the end of a sentence with the line number. */
export class RowProblem extends Error {
  override readonly name = "RowProblem";
}

export function lineProblem(line: number, problem: string): RowProblem {
  return new RowProblem(`line ${line.toLocaleString("en")} ${problem}`);
}

/** A ZIP file that cannot be made, or must not be read. Names entries, never what they hold. */
export class ZipError extends Error {
  override readonly name = "ZipError";
  /** What is wrong, as the end of a sentence. */
  readonly problem: string;

  constructor(problem: string, options?: ErrorOptions) {
    super(`The ZIP file was not used, because ${problem}.`, options);
    this.problem = problem;
  }
}

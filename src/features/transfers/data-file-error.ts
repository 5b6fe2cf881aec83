/** A data file that cannot be sent as it is. Names the place in it, never what stands there. */
export class DataFileError extends Error {
  override readonly name = "DataFileError";

  constructor(file: string, problem: string, options?: ErrorOptions) {
    super(`"${file}" cannot be sent: ${problem}.`, options);
  }
}

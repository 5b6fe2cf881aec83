/** Reports that a data file cannot be sent as it is. Names the location in the file, never its content. */
export class DataFileError extends Error {
  override readonly name = "DataFileError";

  constructor(file: string, problem: string, options?: ErrorOptions) {
    super(`"${file}" cannot be sent: ${problem}.`, options);
  }
}

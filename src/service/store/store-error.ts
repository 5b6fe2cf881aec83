type StoreErrorKind = "inUse" | "diskFull" | "unusable";

interface StoreErrorOptions extends ErrorOptions {
  /**
   * `inUse`: another process has the data folder open. `diskFull`: a file cannot be opened because the disk is full.
   * `unusable`, the default: a file is damaged, missing or invalid.
   */
  readonly kind?: StoreErrorKind;
}

/** The only error that the stores of the data folder throw on purpose. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly kind: StoreErrorKind;
  constructor(message: string, options: StoreErrorOptions = {}) {
    super(message, options);
    this.kind = options.kind ?? "unusable";
  }
}

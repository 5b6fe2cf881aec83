type StoreErrorKind = "inUse" | "diskFull" | "unusable";

interface StoreErrorOptions extends ErrorOptions {
  /**
   * `inUse`: another process holds the data folder. `diskFull`: a file cannot be opened for want of room. `unusable`, unless
   * named: a file cannot be worked with.
   */
  readonly kind?: StoreErrorKind;
}

/** Every failure that the store lets out. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly kind: StoreErrorKind;
  constructor(message: string, options: StoreErrorOptions = {}) {
    super(message, options);
    this.kind = options.kind ?? "unusable";
  }
}

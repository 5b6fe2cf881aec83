export interface StoreErrorOptions extends ErrorOptions {
  /** `inUse`: another process holds the data folder. `unusable`, unless named: a file of it cannot be worked with. */
  readonly kind?: "inUse" | "unusable";
}

/** Every failure that the store lets out. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly kind: "inUse" | "unusable";
  constructor(message: string, options: StoreErrorOptions = {}) {
    super(message, options);
    this.kind = options.kind ?? "unusable";
  }
}

import { createHash } from "node:crypto";
import type { BatchRow } from "../../client/upload/json-batches.ts";

/** Digest of a sequence of rows, to compare sequences without storing them. */
export class RowDigest {
  readonly #hash = createHash("sha256");

  add(row: BatchRow): void {
    this.#hash.update(JSON.stringify(row)).update("\n");
  }

  /** Whether the same rows were added to both digests, in the same order. */
  equals(other: RowDigest): boolean {
    return this.#hash.copy().digest().equals(other.#hash.copy().digest());
  }
}

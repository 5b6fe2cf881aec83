import { createHash } from "node:crypto";

/**
 * Creates a UUID from names. The same names always give the same UUID, so that links into the sample work in a new data
 * folder.
 */
export function createStableId(...names: readonly string[]): string {
  const hash = createHash("sha256").update(names.join("\n")).digest("hex");
  // RFC 9562, version 8: custom bits.
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}

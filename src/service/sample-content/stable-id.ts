import { createHash } from "node:crypto";

/** A UUID that is the same for the same names, so that links into the sample survive a new start. */
export function stableId(...names: readonly string[]): string {
  const hash = createHash("sha256").update(names.join("\n")).digest("hex");
  // Version 8 of RFC 9562: bits of the maker's own choice.
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}

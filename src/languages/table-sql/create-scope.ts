import type { Scope } from "./tree.ts";

/** A scope that nothing was read into yet. */
export function createScope(start: number, parent?: Scope): Scope {
  return { start, end: start, parent, sources: [], items: [], uses: [], merged: new Set(), isOpaque: false };
}

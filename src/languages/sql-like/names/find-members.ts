import { type ModelEntry, searchTextLength } from "../../core/model/model-requests.ts";
import type { Dimension } from "../../core/model/model-source.ts";
import type { SearchModel } from "../binding/attribute-search.ts";

/**
 * Returns the members for the given spellings, each a path or a last name that only one member has. Unknown spellings
 * are omitted. `object` is the id of the analytic object that the dimension belongs to.
 */
export async function findMembers(
  written: readonly string[],
  dimension: Dimension,
  object: string,
  search: SearchModel,
): Promise<ReadonlyMap<string, ModelEntry>> {
  // With a single level, a dot is part of the member's name.
  const isWhole = dimension.levels?.length === 1 || dimension.kind === "range";
  const wanted = new Set(written.map((text) => (isWhole ? text : lastName(text))));
  const names = [...wanted].filter((name) => name !== "" && name.length <= searchTextLength.max);
  const found = new Map<string, ModelEntry>();
  if (names.length === 0) {
    return found;
  }
  const { entries } = await search({ kind: "member", prefix: "", names, object, dimension: dimension.id });
  const byPath = new Map(entries.map((entry) => [memberPathOf(entry), entry]));
  const byName = new Map<string, ModelEntry | undefined>();
  // Pages of an answer may repeat members.
  for (const entry of byPath.values()) {
    const name = entry.names?.at(-1) ?? lastName(memberPathOf(entry));
    byName.set(name, byName.has(name) ? undefined : entry);
  }
  for (const text of written) {
    const entry = byPath.get(text) ?? byName.get(text);
    if (entry) {
      found.set(text, entry);
    }
  }
  return found;
}

export function memberPathOf({ path, id }: ModelEntry): string {
  return path ?? id;
}

/** Returns the last name of a member path: `Spain` for `EMEA.Spain`. */
function lastName(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

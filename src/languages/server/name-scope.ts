import type { NameScope } from "../sql-like/names/query-name.ts";
import type { QueryPart } from "../sql-like/syntax/query-document.ts";
import type { ServerParts } from "./server-parts.ts";

/** Name scope of a part as known at this moment. */
export function nameScopeOf(part: QueryPart, { model, options }: ServerParts): NameScope {
  const { timeColumn } = options();
  const loaded = model.modelOf(part);
  // The model of a loaded part stays the same object while others grow, so that the part need not be analysed again.
  return loaded
    ? { model: loaded.source, isComplete: true, timeColumn, ...(loaded.members && { members: loaded.members }) }
    : { model: model.source, isComplete: false, timeColumn };
}

import type { QueryPart } from "../syntax/query-document.ts";
import { NameReader } from "./name-reader.ts";
import type { Meaning, NameScope, QueryName } from "./query-name.ts";

const remembered = new WeakMap<QueryPart, { scope: NameScope; names: readonly QueryName[] }>();

/** The names of a part in the order of its text, none over another, with what they mean. Read once for a scope like the last. */
export function namesIn(part: QueryPart, scope: NameScope): readonly QueryName[] {
  const known = remembered.get(part);
  if (known && isSame(known.scope, scope)) {
    return known.names;
  }
  const names = part.statements
    .flatMap((statement): QueryName[] => {
      if (statement.kind === "query") {
        return new NameReader(statement, scope).read();
      }
      const name = statement.kind === "shellStatement" && statement.action === "copy" ? statement.name : undefined;
      const meaning: Meaning = { kind: "object", object: undefined };
      return name ? [{ ...name, meaning, state: "assumed", query: undefined }] : [];
    })
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start);
  remembered.set(part, { scope, names });
  return names;
}

function isSame(one: NameScope, other: NameScope): boolean {
  return (
    one.model === other.model &&
    one.members === other.members &&
    one.isComplete === other.isComplete &&
    one.timeColumn === other.timeColumn
  );
}

/** The name that a place is in or at the end of. */
export function nameAt(names: readonly QueryName[], offset: number): QueryName | undefined {
  return names.find(({ start, end }) => start <= offset && offset < end) ?? names.findLast(({ end }) => end === offset);
}

import { readInsert } from "./read-write.ts";
import type { TokenReader } from "./token-reader.ts";
import { isQuery, type Query, type Statement, type Write } from "./tree.ts";

/** What `FROM t INSERT INTO a SELECT x INSERT INTO b SELECT y` writes, from the first INSERT on; nothing when none is here. */
export function readInserts(reader: TokenReader, query: Query): Pick<Statement, "writes" | "head"> | undefined {
  const [from] = query.parts;
  if (!reader.isAt("INSERT") || !from || isQuery(from)) {
    return undefined;
  }
  const { start, end } = reader.current;
  const writes: Write[] = [];
  while (reader.isAt("INSERT")) {
    const { write, query: inserted, scope } = readInsert(reader, from);
    writes.push(...(write ? [write] : []));
    from.uses.push(...scope.uses);
    if (inserted) {
      from.uses.push({ kind: "query", query: inserted, start: inserted.start, end: inserted.end });
    }
  }
  from.end = reader.current.start;
  return { writes, head: { text: "INSERT", start, end } };
}

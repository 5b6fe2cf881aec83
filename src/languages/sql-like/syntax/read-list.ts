import type { TokenCursor } from "./token-cursor.ts";

/**
 * Reads nodes as long as there is a next one. An array that grows has room for 17, and nearly every list of a tree has one to three:
 * made as long as they are, they keep a tree small, and what is small is quick to make and to walk.
 */
export function readList<Node>(
  cursor: TokenCursor,
  read: (cursor: TokenCursor) => Node,
  hasNext: (cursor: TokenCursor) => boolean,
): Node[] {
  const first = read(cursor);
  if (!hasNext(cursor)) {
    return [first];
  }
  const second = read(cursor);
  if (!hasNext(cursor)) {
    return [first, second];
  }
  const nodes = [first, second, read(cursor)];
  while (hasNext(cursor)) {
    nodes.push(read(cursor));
  }
  return nodes;
}

import { type Connection, quoteName } from "../../duckdb/database.ts";

/** Returns the name of the table that stores a member list. */
export function memberTableNameOf(membersOf: string): string {
  return `$members:${membersOf}`;
}

/**
 * Columns of a member table, which has one row for each member at any depth.
 *
 * - `ordinal` INTEGER, unique; a member keeps it. The order of the members is that of `ancestors`: a parent before its
 *   children, siblings by their ordinals. A member that a load adds has a later ordinal than its parent's other children.
 * - `parent` INTEGER: ordinal of the parent, NULL at the top.
 * - `depth` INTEGER: 0 at the top of a leveled or range dimension, 1 at the top of a parent-child one.
 * - `name` VARCHAR: technical name, without dots. `display_name` VARCHAR.
 * - `path` VARCHAR: names from the top, separated by dots.
 * - `ancestors` INTEGER[]: ordinals from the top down to the member itself.
 * - `is_leaf` BOOLEAN.
 */
export const memberTableColumns =
  "ordinal INTEGER, parent INTEGER, depth INTEGER, name VARCHAR, display_name VARCHAR, path VARCHAR, ancestors INTEGER[], is_leaf BOOLEAN";

/** A member in the definition of a member tree, with its children in the model's order. */
export interface MemberNode {
  /** Technical name, without dots. */
  readonly name: string;
  readonly displayName: string;
  readonly children?: readonly MemberNode[];
}

/** A stored member: one row of a member table. */
export interface Member {
  readonly ordinal: number;
  readonly parent: number | null;
  readonly depth: number;
  readonly name: string;
  readonly displayName: string;
  /** Names from the top, separated by dots. */
  readonly path: string;
  /** Ordinals from the top down to the member itself. */
  readonly ancestors: readonly number[];
  readonly isLeaf: boolean;
}

/**
 * Converts a member tree to a list, each parent before its children, with ordinals from 0. `topDepth` is 1 for a
 * parent-child dimension, else 0.
 */
export function flattenMembers(roots: readonly MemberNode[], topDepth: number): readonly Member[] {
  const members: Member[] = [];
  const add = (node: MemberNode, parent: Member | undefined): void => {
    const ordinal = members.length;
    const member: Member = {
      ordinal,
      parent: parent?.ordinal ?? null,
      depth: parent ? parent.depth + 1 : topDepth,
      name: node.name,
      displayName: node.displayName,
      path: parent ? `${parent.path}.${node.name}` : node.name,
      ancestors: [...(parent?.ancestors ?? []), ordinal],
      isLeaf: !node.children?.length,
    };
    members.push(member);
    for (const child of node.children ?? []) {
      add(child, member);
    }
  };
  for (const root of roots) {
    add(root, undefined);
  }
  return members;
}

/** Creates and fills the table of a member list. */
export async function createMemberTable(
  connection: Connection,
  membersOf: string,
  members: readonly Member[],
  signal?: AbortSignal,
): Promise<void> {
  const table = quoteName(memberTableNameOf(membersOf));
  await connection.run(`CREATE TABLE ${table} (${memberTableColumns})`, [], signal);
  const rows = members.map((member) => ({
    ordinal: member.ordinal,
    parent: member.parent,
    depth: member.depth,
    name: member.name,
    display_name: member.displayName,
    path: member.path,
    ancestors: member.ancestors,
    is_leaf: member.isLeaf,
  }));
  await connection.run(
    `INSERT INTO ${table}
     SELECT unnest(from_json(?, '[{"ordinal":"INTEGER","parent":"INTEGER","depth":"INTEGER","name":"VARCHAR",
       "display_name":"VARCHAR","path":"VARCHAR","ancestors":["INTEGER"],"is_leaf":"BOOLEAN"}]'), recursive := true)`,
    [JSON.stringify(rows)],
    signal,
  );
}

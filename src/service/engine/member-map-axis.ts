import type { QueryAxis } from "../../contract/query-parts.ts";
import { type ConnectionSource, quoteName } from "../../duckdb/database.ts";
import { memberTableNameOf } from "../model/member-tree.ts";
import { qualifyingPathOf } from "./axis.ts";
import { buildMemberKeySql, type DimensionPositions, findMembers, toAxisPosition } from "./dimension-axis.ts";
import { readMembers } from "./read-members.ts";
import type { PlaceholderValues, SqlText } from "./sql-text.ts";
import type { BoundMemberMap, StoredModel } from "./stored-model.ts";

/**
 * Resolves an axis of the members that a map leads to. A member that is not in the map counts as its nearest ancestor
 * that is (semantics.md, "Member maps").
 */
export async function readMemberMapAxis(
  { memberMap, targetDimensionName, members: chosen }: NonNullable<QueryAxis["memberMapSelection"]>,
  from: string,
  model: StoredModel,
  database: ConnectionSource,
  signal: AbortSignal,
): Promise<DimensionPositions> {
  const { map, keys, keyDimension, target } = model.memberMap(memberMap, targetDimensionName, from);
  const sources = await readMembers(database, keyDimension.membersOf, signal);
  const targets = await readMembers(database, target.membersOf, signal);
  const byOrdinal = new Map(targets.map((member) => [member.ordinal, member]));
  const byPath = new Map(targets.map((member) => [member.path, member]));
  const sourcePaths = new Map(sources.map(({ ordinal, path }) => [ordinal, path]));
  const targetOf = (ancestors: readonly number[]) => {
    const nearest = ancestors.findLast((ordinal) => map.members[sourcePaths.get(ordinal) ?? ""] !== undefined);
    return nearest === undefined ? undefined : byPath.get(map.members[sourcePaths.get(nearest) ?? ""] ?? "");
  };
  const reached = new Set(sources.map(({ ancestors }) => targetOf(ancestors)?.ordinal));
  const positions = chosen
    ? findMembers(targets, chosen, target)
    : targets.filter(({ ordinal }) => reached.has(ordinal));
  return {
    key: { kind: "column", path: keys, expression: buildMemberKeySql },
    name: map.id,
    qualifyingPath: qualifyingPathOf(keys),
    levelName: undefined,
    positions: positions.map((member) => toAxisPosition(member, byOrdinal)),
    placement: sources.flatMap(({ ordinal, ancestors }) => {
      const branch = targetOf(ancestors)?.ancestors ?? [];
      return positions.flatMap((position, index) =>
        branch.includes(position.ordinal) ? [[ordinal, index] as const] : [],
      );
    }),
    keys: sources.map(({ ordinal }) => ordinal),
  };
}

/** Builds SQL that selects `ordinal`, a key of a map, and `text`, the path of the member that it leads to. */
export function buildMapTextsSql({ map, keyDimension, target }: BoundMemberMap, values: PlaceholderValues): SqlText {
  const entries = Object.entries(map.members);
  if (entries.length === 0) {
    return "SELECT NULL::INTEGER AS ordinal, NULL::VARCHAR AS text WHERE FALSE";
  }
  const keyTable = quoteName(memberTableNameOf(keyDimension.membersOf));
  const paths = values.bindTexts(entries.map(([key]) => key));
  const targets = values.bindTexts(entries.map(([, path]) => path));
  return [
    "SELECT m.ordinal, arg_max(p.target, a.depth) AS text",
    `FROM (SELECT ordinal, unnest(ancestors) AS ancestor FROM ${keyTable}) AS m JOIN ${keyTable} AS a ON a.ordinal = m.ancestor`,
    `JOIN (SELECT unnest(${paths}) AS path, unnest(${targets}) AS target) AS p ON p.path = a.path`,
    `JOIN ${quoteName(memberTableNameOf(target.membersOf))} AS t ON t.path = p.target`,
    "GROUP BY m.ordinal",
  ].join(" ");
}

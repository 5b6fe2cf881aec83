import { type ColumnMemberNames, type ColumnMembers, distinguishNames } from "../../../base/member-names.ts";
import type { SqlLikeAggregateOptions } from "../../../contract/query-options.ts";
import type { ModelSource } from "../../core/model/model-source.ts";
import { hasErrors } from "../../core/text/problem.ts";
import type { SearchModel } from "../binding/attribute-search.ts";
import { bindQuery } from "../binding/bind-query.ts";
import type { BoundItem } from "../binding/bound-query.ts";
import { printsTechnicalNames } from "../binding/member-lookup.ts";
import type { ParsedStatementText } from "../syntax/query-document.ts";
import { findMembers } from "./find-members.ts";

interface MemberNamesOptions {
  readonly timeColumn: string;
  /** Options with which the query ran. They decide how its result prints members. */
  readonly options: SqlLikeAggregateOptions;
  /** Texts of the result by column name. Columns that are not dimensions are ignored. */
  readonly members: ColumnMembers;
  readonly search: SearchModel;
}

/** Members per search. Each may have many hits, since names also match where they are part of longer ones. */
const membersPerSearch = 50;

/**
 * Returns the display names of the members in the result of an aggregate query. Searches for the given members only,
 * so that a dimension of any size is never loaded whole.
 */
export async function findMemberNames(
  part: ParsedStatementText,
  model: ModelSource,
  { timeColumn, options, members, search }: MemberNamesOptions,
): Promise<ColumnMemberNames> {
  const [statement, ...others] = part.statements;
  if (statement?.kind !== "query" || others.length > 0 || hasErrors(part.problems) || !printsTechnicalNames(options)) {
    return {};
  }
  const { query } = bindQuery(statement, model, { timeColumn, output: "table" });
  if (query?.kind !== "aggregate") {
    return {};
  }
  const named = query.items.flatMap((item) => {
    const isOnly = query.items.every((other) => other === item || other.name !== item.name);
    const texts = Object.hasOwn(members, item.name) ? members[item.name] : undefined;
    return texts && isOnly && (item.kind === "level" || item.kind === "dimension") ? [{ item, texts }] : [];
  });
  const columns = await Promise.all(
    named.map(async ({ item, texts }) => [item.name, distinguishNames(await namesOf(item, texts, search))] as const),
  );
  return Object.fromEntries(columns.filter(([, names]) => Object.keys(names).length > 0));
}

async function namesOf(
  { path }: Extract<BoundItem, { kind: "level" | "dimension" }>,
  members: readonly string[],
  search: SearchModel,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  // Members of one letter take pages of the list of all members; shortest first, these share one search.
  const sorted = [...members].sort((one, other) => one.length - other.length);
  for (let start = 0; start < sorted.length; start += membersPerSearch) {
    const batch = sorted.slice(start, start + membersPerSearch);
    const found = await findMembers(batch, path.attribute.dimension, path.object, search);
    for (const member of batch) {
      names.set(member, found.get(member)?.displayName ?? member);
    }
  }
  return names;
}

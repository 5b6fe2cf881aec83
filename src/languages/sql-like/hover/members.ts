import { countOf } from "../../../base/count-of.ts";
import type { ModelEntry, ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import type { AnalyticObject, Dimension } from "../../core/model/model-source.ts";
import { escapeMarkdown, formatInlineCode, joinParagraphs } from "../../core/text/markdown.ts";
import { findMembers, memberPathOf } from "../names/find-members.ts";
import { describeAttribute, modelItemTitle } from "./model-help.ts";

type Search = (search: ModelSearch) => Promise<ModelSearchResult>;

/** Maximum number of dimension members and levels that a hover lists. */
const listed = 10;

const kinds: Readonly<Record<Dimension["kind"], string>> = {
  leveled: "leveled dimension",
  parentChild: "parent-child dimension",
  range: "range dimension",
  custom: "dimension",
};

/** Returns a description of a dimension with its levels and first members. */
export async function describeDimensionMembers(
  dimension: Dimension,
  owner: AnalyticObject,
  search: Search,
): Promise<string> {
  const { entries, isComplete } = await search({
    kind: "member",
    prefix: "",
    object: owner.id,
    dimension: dimension.id,
  });
  return joinParagraphs(
    describeAttribute(dimension, owner, kinds[dimension.kind]),
    levelsText(dimension),
    membersText(entries, isComplete),
  );
}

function levelsText({ kind, levels }: Dimension): string {
  if (kind === "range" || levels?.length === 0) {
    return "It has no levels: write it alone.";
  }
  if (!levels) {
    return "";
  }
  const names = levels
    .slice(0, listed)
    .map(({ id, displayName }) =>
      displayName === id ? formatInlineCode(id) : `${formatInlineCode(id)} ${escapeMarkdown(displayName)}`,
    );
  const more = levels.length > listed ? `, and ${levels.length - listed} more` : "";
  return `Levels from the top: ${names.join(", ")}${more}`;
}

function membersText(entries: readonly ModelEntry[], isComplete: boolean): string {
  if (entries.length === 0) {
    return "";
  }
  const placed = entries.map((entry) => ({ path: memberPathOf(entry), depth: depthOf(entry) }));
  const fromTop = placed.sort((one, other) => one.depth - other.depth);
  const names = fromTop.slice(0, listed).map(({ path }) => formatInlineCode(path));
  const left = entries.length - names.length;
  const more = isComplete ? (left > 0 ? `, and ${left} more` : "") : `, and more than ${left} more`;
  const count = isComplete ? countOf(entries.length, "member") : "Members";
  return `${count}: ${names.join(", ")}${left === 0 && !isComplete ? ", and more" : more}`;
}

/** Returns a description of a dimension member as written, with its display name if the member is found. */
export async function describeMember(
  written: string,
  dimension: Dimension,
  owner: AnalyticObject,
  search: Search,
): Promise<string> {
  const what = `member of ${formatInlineCode(dimension.id)}`;
  const found = (await findMembers([written], dimension, owner.id, search)).get(written);
  if (!found) {
    return `**${escapeMarkdown(written)}** · ${what}`;
  }
  const path = memberPathOf(found);
  const place = path === written || path === found.displayName ? "" : `Its path is ${formatInlineCode(path)}.`;
  return joinParagraphs(modelItemTitle({ id: written, displayName: found.displayName }, what), place);
}

function depthOf(entry: ModelEntry): number {
  return (entry.names ?? memberPathOf(entry).split(".")).length;
}

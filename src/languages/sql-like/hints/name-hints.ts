import type { ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import type { Dimension } from "../../core/model/model-source.ts";
import { code, escapeMarkdown } from "../../core/text/markdown.ts";
import { findMembers } from "../hover/members.ts";
import type { QueryName } from "../names/query-name.ts";
import type { InlayHint } from "./inlay-hint.ts";

type Search = (search: ModelSearch) => Promise<ModelSearchResult>;

/** Members looked up at once at most. */
const mostMembers = 60;

/** Letters of a name that are shown at most. */
const longest = 60;

/** How levels are called, where that is not their id. */
export function levelHints(names: readonly QueryName[]): InlayHint[] {
  return names.flatMap(({ meaning, end }) =>
    meaning.kind === "level" && meaning.level ? hintsOf(meaning.level.id, meaning.level.displayName, end) : [],
  );
}

/** How members are called, where that is not how they are written. */
export async function memberHints(names: readonly QueryName[], search: Search): Promise<InlayHint[]> {
  const groups = new Map<Dimension, QueryName[]>();
  for (const name of names.filter(({ meaning }) => meaning.kind === "member").slice(0, mostMembers)) {
    if (name.meaning.kind === "member") {
      const { dimension } = name.meaning;
      groups.set(dimension, [...(groups.get(dimension) ?? []), name]);
    }
  }
  const hints = await Promise.all([...groups.values()].map((group) => hintsOfDimension(group, search)));
  return hints.flat();
}

async function hintsOfDimension(names: readonly QueryName[], search: Search): Promise<InlayHint[]> {
  const meaning = names[0]?.meaning;
  if (meaning?.kind !== "member") {
    return [];
  }
  const written = names.map(({ text }) => text);
  const found = await findMembers(written, meaning.dimension, meaning.owner, search);
  return names.flatMap(({ text, end }) => hintsOf(text, found.get(text)?.displayName ?? text, end));
}

function hintsOf(written: string, displayName: string, offset: number): InlayHint[] {
  const line = displayName.replace(/\s+/g, " ").trim();
  if (line === "" || displayName === written || written.endsWith(`.${displayName}`)) {
    return [];
  }
  const label = line.length > longest ? `${line.slice(0, longest)}…` : line;
  const tooltip = `${code(written)} is called **${escapeMarkdown(line)}**.`;
  return [{ offset, label, tooltip, isBefore: false }];
}

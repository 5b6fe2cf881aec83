import type { ModelEntry, ModelSearch, ModelSearchResult } from "../../src/languages/core/model/model-requests.ts";
import type { ModelSource } from "../../src/languages/core/model/model-source.ts";
import {
  type Completion,
  type CompletionOptions,
  completeQuery,
} from "../../src/languages/sql-like/completion/completion.ts";
import { appendixMembers, appendixModel } from "./appendix-model.ts";

/** Members of the dimensions whose members the examples name, beside those of the appendix model. */
const furtherMembers: Readonly<Record<string, readonly string[]>> = {
  Exit_Type: ["Voluntary", "Involuntary", "Retirement"],
  Exit_Channel: ["Transfer", "Resignation"],
  Gender: ["Female", "Male", 'Not "said"', "Pat O'Neil"],
};

/** Answers member searches from memory as a connection does, and no other search. */
export async function searchAppendixMembers({
  kind,
  prefix,
  dimension,
  object,
}: ModelSearch): Promise<ModelSearchResult> {
  if (kind !== "member" || dimension === undefined) {
    return { entries: [], isComplete: true };
  }
  const known = appendixMembers.memberPaths(object ?? "Employee", dimension)?.map((names) => names.join("."));
  const paths = known ?? furtherMembers[dimension] ?? [];
  const entries = paths
    .map((path): ModelEntry => ({ id: path, displayName: path.split(".").at(-1) ?? path, path }))
    .filter(({ id }) => id.toLowerCase().includes(prefix.toLowerCase()));
  return { entries, isComplete: true };
}

export const completionNow = Date.UTC(2025, 4, 20);

export interface MarkedCompletion extends Completion {
  /** The text without the marker. */
  readonly text: string;
  readonly offset: number;
  readonly labels: readonly string[];
  readonly searches: readonly ModelSearch[];
}

/** Completes where the `|` stands, with the appendix model unless another is given. */
export async function completeMarked(
  marked: string,
  options: Partial<CompletionOptions> & { readonly model?: ModelSource } = {},
): Promise<MarkedCompletion> {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  const searches: ModelSearch[] = [];
  const { search = searchAppendixMembers, ...others } = options;
  const completion = await completeQuery(text, offset, {
    timeColumn: "Service_Time",
    now: completionNow,
    model: appendixModel,
    ...others,
    search: (asked) => {
      searches.push(asked);
      return search(asked);
    },
  });
  return { ...completion, text, offset, labels: completion.suggestions.map(({ label }) => label), searches };
}

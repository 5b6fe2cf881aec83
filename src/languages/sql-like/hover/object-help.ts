import type { ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import type { AnalyticObject, ModelSource } from "../../core/model/model-source.ts";
import { code, escapeMarkdown, paragraphs } from "../../core/text/markdown.ts";
import { dataRangeText, titleOf } from "./model-help.ts";

type Search = (search: ModelSearch) => Promise<ModelSearchResult>;

/** Names of a kind that are listed at most. */
const listed = 12;

/** A subject, event or overlay with some of what may be asked of it, which is looked up: a model may know only what was named. */
export async function describeObject(object: AnalyticObject, model: ModelSource, search: Search): Promise<string> {
  const { id, kind, description = "", dimensions, references } = object;
  const ownMetrics = [...model.metrics()].filter((metric) => metric.object === id);
  const lists = await Promise.all([
    listOf("Metrics", "metric", ownMetrics, id, search),
    listOf("Dimensions", "dimension", dimensions, id, search),
  ]);
  const leads = references.map((reference) => `${code(reference.id)} to ${code(reference.target)}`);
  const more = leads.length > listed ? ", ..." : "";
  return paragraphs(
    titleOf(object, kind),
    escapeMarkdown(description),
    kind === "overlay" ? "The service may not take an overlay in FROM." : "",
    [...lists, leads.length > 0 ? `- References: ${leads.slice(0, listed).join(", ")}${more}` : ""]
      .filter((line) => line !== "")
      .join("\n"),
    dataRangeText(object),
  );
}

async function listOf(
  title: string,
  kind: "metric" | "dimension",
  known: readonly { readonly id: string }[],
  object: string,
  search: Search,
): Promise<string> {
  const { entries, isComplete } = await search({ kind, prefix: "", object });
  const found = entries.filter((entry) => entry.object === undefined || entry.object === object);
  const ids = [...new Set([...known, ...found].map(({ id }) => id))];
  if (ids.length === 0) {
    return "";
  }
  const more = ids.length > listed ? `, and ${ids.length - listed} more` : isComplete ? "" : ", ...";
  return `- ${title}: ${ids.slice(0, listed).map(code).join(", ")}${more}`;
}

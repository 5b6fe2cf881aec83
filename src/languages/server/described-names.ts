import { GrowingModel } from "../core/model/growing-model.ts";
import type { ModelNode } from "../core/model/model-node.ts";
import { memberTextOf } from "../core/model/model-node.ts";
import type { ModelSearchResult } from "../core/model/model-requests.ts";
import { type DescribeNameParams, describeNameRequest } from "../core/requests/server-requests.ts";
import { joinParagraphs } from "../core/text/markdown.ts";
import { describeName } from "../sql-like/hover/name.ts";
import type { NameMeaning } from "../sql-like/names/query-name.ts";
import { RecordCounter } from "./record-counter.ts";
import type { ServerContext } from "./server-parts.ts";

const nothing: ModelSearchResult = { entries: [], isComplete: true };

/**
 * Registers the handler of requests for the hover text of a model name. For a dimension member the text includes its
 * number of records.
 */
export function registerDescribedNames(parts: ServerContext): void {
  const { connection, model, options } = parts;
  const counts = new RecordCounter(parts);
  connection.onRequest(describeNameRequest, async ({ node, isActive }: DescribeNameParams, token) => {
    const source = sourceOf(node);
    const meaning = meaningOf(node, source);
    if (!meaning) {
      return null;
    }
    const text = node.kind === "member" ? memberTextOf(node.entry) : node.entry.id;
    const name = { text, start: 0, end: text.length, meaning, state: "known", query: undefined } as const;
    const search = isActive ? model.search.bind(model) : () => Promise.resolve(nothing);
    const described = await describeName(name, {
      model: source,
      isComplete: true,
      timeColumn: options().timeColumn,
      search,
    });
    const { object, dimension } = node;
    const counted =
      isActive && node.kind === "member" && dimension && !token.isCancellationRequested
        ? await counts.describe({ object: object.id, path: [dimension.id], text }, token)
        : undefined;
    return joinParagraphs(described, counted?.documentation ?? "");
  });
}

function sourceOf({ kind, entry, object, dimension }: ModelNode) {
  const known = new GrowingModel();
  known.add("analyticObject", [object]);
  if (kind === "metric" || kind === "dimension" || kind === "property" || kind === "concept") {
    known.add(kind, [{ ...entry, object: object.id }]);
  }
  if (dimension) {
    known.add("dimension", [{ ...dimension, object: object.id }]);
  }
  return known.source;
}

function meaningOf(node: ModelNode, source: ReturnType<typeof sourceOf>): NameMeaning | undefined {
  const { kind, entry } = node;
  const owner = source.object(node.object.id);
  const dimension = owner?.dimensions.find(({ id }) => id === (node.dimension ?? entry).id);
  switch (kind) {
    case "object":
      return { kind, object: owner };
    case "metric":
      return { kind, metric: source.metric(entry.id), from: undefined };
    case "dimension":
      return { kind, owner, dimension };
    case "level":
      return { kind, dimension, level: dimension?.levels?.find(({ id }) => id === entry.id) };
    case "member":
      return owner && dimension && { kind, owner, dimension };
    case "property": {
      const property = owner?.properties.find(({ id }) => id === entry.id);
      return owner && property && { kind, owner, property };
    }
    case "concept":
      return { kind, owner, concept: owner?.concepts.find(({ id }) => id === entry.id) };
    case "reference":
      return { kind, owner, reference: owner?.references.find(({ id }) => id === entry.id) };
  }
}

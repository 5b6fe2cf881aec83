import { createModelSource } from "../../src/languages/core/model/create-model-source.ts";
import type { ModelEntry, ModelSearch, ModelSearchResult } from "../../src/languages/core/model/model-requests.ts";
import type { AnalyticObject, Dimension, Metric, ModelSource } from "../../src/languages/core/model/model-source.ts";
import type { NameScope } from "../../src/languages/sql-like/names/query-name.ts";
import { type ParsedStatementText, QueryDocument } from "../../src/languages/sql-like/syntax/query-document.ts";
import { appendixMembers, appendixMetrics, appendixObjects } from "./appendix-model.ts";

/** What a hostile or careless author of a model may write. */
export const oddDescription =
  'See [here](command:workbench.action.quit) <b onclick="x()">now</b> ![](https://example.com/x.png)\n\n    - `code` & https://example.com';

const dataRange = { dataStart: Date.UTC(2020, 0, 1), dataEnd: Date.UTC(2024, 6, 1) };

const levelNames: Readonly<Record<string, string>> = {
  Location_0: "Region",
  Location_1: "Country",
  Location_2: "City",
};

/** The model of sql-like-language appendix A with what people write about its names. */
export const describedModel: ModelSource = createModelSource(
  appendixObjects.map(describeObject),
  appendixMetrics.map(describeMetric),
);

function describeObject(object: AnalyticObject): AnalyticObject {
  const { id, dimensions, properties, concepts, references } = object;
  return {
    ...object,
    ...(id === "Employee" && { description: "Everybody with a contract.", ...dataRange }),
    dimensions: dimensions.map(describeDimension),
    properties: properties.map((property) => ({
      ...property,
      description: `The ${property.displayName} of the record.`,
    })),
    concepts: concepts.map((concept) =>
      concept.id === "isManager" ? { ...concept, displayName: "Manager", description: oddDescription } : concept,
    ),
    references: references.map((reference) => ({ ...reference, isMultiValue: reference.id === "Position" })),
  };
}

function describeDimension(dimension: Dimension): Dimension {
  const levels = dimension.levels?.map((level) => ({
    ...level,
    displayName: levelNames[level.id] ?? level.displayName,
  }));
  return { ...dimension, levels };
}

function describeMetric(metric: Metric): Metric {
  switch (metric.id) {
    case "employeeCount":
      return {
        ...metric,
        displayName: "Headcount",
        description: "People at the end.",
        formula: "count(Employee)",
        ...dataRange,
      };
    case "employeeCountAbovePay":
      return {
        ...metric,
        displayName: "Headcount above pay",
        parameters: [
          { id: "threshold", displayName: "Threshold", kind: "number", description: "Yearly pay." },
          { id: "places", displayName: "Places", kind: "member", default: "EMEA" },
          { id: "by", displayName: "By", kind: "aggregationType", default: "sum" },
        ],
      };
    default:
      return metric;
  }
}

const memberNames: Readonly<Record<string, string>> = { "EMEA.Spain": "España", Hybrid: "Home and office" };

/** Answers a search of members as a service does, from those of `appendixMembers`. */
export async function searchMembers({ kind, names, object, dimension }: ModelSearch): Promise<ModelSearchResult> {
  if (kind !== "member") {
    return { entries: [], isComplete: true };
  }
  const paths = appendixMembers.memberPaths(object ?? "Employee", dimension ?? "") ?? [];
  const entries = paths
    .filter((path) => !names || names.some((name) => path.at(-1) === name))
    .map((path): ModelEntry => {
      const id = path.join(".");
      return { id, displayName: memberNames[id] ?? path.at(-1) ?? "", path: id, names: path };
    });
  return { entries, isComplete: names !== undefined };
}

/** Answers any search from the described model. */
export async function searchDescribedModel(asked: ModelSearch): Promise<ModelSearchResult> {
  const { kind, names, prefix, object } = asked;
  if (kind === "member") {
    return searchMembers(asked);
  }
  const entries = entriesOf(kind).filter(
    (entry) =>
      (object === undefined || entry.object === undefined || entry.object === object) &&
      (names ?? [prefix]).some((name) => entry.id.toLowerCase().includes(name.toLowerCase())),
  );
  return { entries, isComplete: true };
}

function entriesOf(kind: Exclude<ModelSearch["kind"], "member">): ModelEntry[] {
  const objects = [...describedModel.objects()];
  switch (kind) {
    case "metric":
      return [...describedModel.metrics()].map((metric) => ({ ...metric }));
    case "analyticObject":
      return objects.map((object) => ({ ...object, objectKind: object.kind.toUpperCase() }));
    case "dimension":
      return objects.flatMap(({ id: object, dimensions }) =>
        dimensions.map(({ id, displayName, kind: dimensionKind, levels = [] }) => ({
          id,
          displayName,
          object,
          dimensionKind,
          levels: levels.map((level) => level.id),
          levelNames: levels.map((level) => level.displayName),
        })),
      );
    case "property":
      return objects.flatMap(({ id: object, properties }) =>
        properties.map(({ type, ...property }) => ({ ...property, object, dataType: type })),
      );
    case "concept":
      return objects.flatMap(({ id: object, concepts }) => concepts.map((concept) => ({ ...concept, object })));
  }
}

/** Everything known of the described model. */
export const describedScope: NameScope = { model: describedModel, isComplete: true, timeColumn: "Service_Time" };

/** Nothing known, as without a connection. */
export const emptyScope: NameScope = {
  model: createModelSource([], []),
  isComplete: false,
  timeColumn: "Service_Time",
};

/** The only part of a text. */
export function partOf(text: string): ParsedStatementText {
  return QueryDocument.create(text).statementAt(0).part;
}

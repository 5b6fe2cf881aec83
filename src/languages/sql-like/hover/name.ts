import { assertNever } from "../../../base/assert-never.ts";
import type { ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import type { AnalyticObject, Level, Property } from "../../core/model/model-source.ts";
import { findNearestNames } from "../../core/text/find-name.ts";
import { escapeMarkdown, formatCodeBlock, formatInlineCode, joinParagraphs } from "../../core/text/markdown.ts";
import { pathEndNamesOf } from "../binding/bind-path.ts";
import { queryKindByModel } from "../binding/kind-by-model.ts";
import type { NameScope, QueryName } from "../names/query-name.ts";
import { builtInFunctions } from "../syntax/functions.ts";
import { periodUnits } from "../time/units.ts";
import { builtInFunctionHelp, formatFunctionSignature } from "./function-help.ts";
import { describeDimensionMembers, describeMember } from "./members.ts";
import {
  describeAttribute,
  describeMetric,
  describeObject,
  describeParameterValues,
  describeReference,
  formatParameter,
  modelItemTitle,
} from "./model-help.ts";
import { describeDate } from "./time.ts";

type Scope = NameScope & { readonly search: (search: ModelSearch) => Promise<ModelSearchResult> };

/** Returns the meaning of a name as Markdown. */
export async function describeName(name: QueryName, scope: Scope): Promise<string> {
  const { meaning, text, state } = name;
  if (state === "unknown") {
    return describeUnknown(name, scope);
  }
  switch (meaning.kind) {
    case "metric":
      return meaning.metric ? describeMetric(meaning.metric, meaning.from) : assumed(text, "a metric");
    case "function":
      return describeFunction(name, meaning.built?.name);
    case "parameter":
      return meaning.parameter
        ? joinParagraphs(
            formatCodeBlock(formatParameter(meaning.parameter)),
            modelItemTitle(meaning.parameter, `parameter of ${formatInlineCode(meaning.metric?.id ?? "")}`),
            describeParameterValues(meaning.parameter),
          )
        : assumed(text, "a parameter");
    case "object":
      return meaning.object
        ? await describeObject(meaning.object, scope.model, scope.search)
        : assumed(text, "the object to query");
    case "reference":
      return meaning.reference
        ? describeReference(meaning.reference, meaning.owner, scope.model)
        : assumed(text, "a reference");
    case "property":
      return describeProperty(meaning.property, meaning.owner);
    case "concept":
      return meaning.concept && meaning.owner
        ? joinParagraphs(
            describeAttribute(meaning.concept, meaning.owner, "concept"),
            `Compare it with TRUE or FALSE; as an item it is true, false or unknown.`,
          )
        : assumed(text, "a concept");
    case "dimension":
      return meaning.dimension && meaning.owner
        ? await describeDimensionMembers(meaning.dimension, meaning.owner, scope.search)
        : assumed(text, "a dimension");
    case "attribute":
      return assumed(text, "a property, dimension or concept");
    case "unsupported":
      return `${formatInlineCode(text)} is a ${escapeMarkdown(meaning.what)}, which cannot be queried here.`;
    case "level":
      return meaning.level ? describeLevel(meaning.level, name) : assumed(text, "the id of a level");
    case "member":
      return await describeMember(text, meaning.dimension, meaning.owner, scope.search);
    case "time":
      return describeTimeColumn(name, scope);
    case "unit":
      return `${formatInlineCode(text)}, a unit of \`period(...)\`. ${unitRules[meaning.unit ?? ""] ?? ""}`.trim();
    case "date":
      return describeDate(name);
    case "label":
      return `The name of a column. It cannot be used in WHERE.`;
    default:
      return assertNever(meaning);
  }
}

function describeProperty(property: Property, owner: AnalyticObject): string {
  const { type, hasUnknownType } = property;
  return describeAttribute(property, owner, hasUnknownType ? "property" : `${type} property`);
}

const unitRules: Readonly<Record<string, string>> = {
  DAY: "Days begin at midnight, UTC.",
  WEEK: "Weeks begin on Monday.",
  MONTH: "Months begin on their first day.",
  QUARTER: "Quarters begin with the first, fourth, seventh and tenth month of the fiscal year.",
  YEAR: "Years begin with the first month of the fiscal year.",
};

function assumed(text: string, what: string): string {
  return `${formatInlineCode(text)}, by its place ${what}. The model says nothing of it yet.`;
}

function describeFunction({ text, state }: QueryName, name = ""): string {
  const help = Object.hasOwn(builtInFunctionHelp, name) ? builtInFunctionHelp[name] : undefined;
  if (!help) {
    return "";
  }
  const old =
    state === "obsolete" ? `${formatInlineCode(text)} is the name of an older edition; write \`${name}\`.` : "";
  const example = `For example \`${help.example}\`.`;
  return joinParagraphs(
    formatCodeBlock(formatFunctionSignature(name, help)),
    old,
    `${help.summary} ${help.rule}`,
    example,
  );
}

function describeLevel(level: Level, { meaning }: QueryName): string {
  const dimension = meaning.kind === "level" ? meaning.dimension : undefined;
  const levels = dimension?.levels ?? [];
  const place = `level ${levels.indexOf(level) + 1} of ${levels.length} of ${formatInlineCode(dimension?.id ?? "")}, from the top`;
  return joinParagraphs(modelItemTitle(level, place), escapeMarkdown(level.description ?? ""));
}

function describeTimeColumn({ text, state, query }: QueryName, { timeColumn, model }: NameScope): string {
  const old =
    state === "obsolete"
      ? `${formatInlineCode(text)} is the name of an older edition; write ${formatInlineCode(timeColumn)}.`
      : "";
  const isAggregate = query && queryKindByModel(query, model) === "aggregate";
  const rule = isAggregate
    ? "In an aggregate query it takes `IN periods(...)`; as an item it is the time axis."
    : "In a list query it takes `BETWEEN`; as an item it is the date from which each row holds.";
  return joinParagraphs(old, `**Time**, the one column that is on every object and takes no path. ${rule}`);
}

/** Returns the message that a name is unknown, with the most similar names. */
function describeUnknown(name: QueryName, scope: NameScope): string {
  const { what, candidates } = alternatives(name, scope);
  const near = findNearestNames(candidates, name.text).map(formatInlineCode).join(" or ");
  return `${formatInlineCode(name.text)} is not known${what}.${near === "" ? "" : ` Did you mean ${near}?`}`;
}

interface Alternatives {
  readonly what: string;
  readonly candidates: readonly string[];
}

function alternatives({ meaning }: QueryName, { model, members }: NameScope): Alternatives {
  switch (meaning.kind) {
    case "metric":
    case "function": {
      const functions = builtInFunctions.map((built) => built.name);
      return { what: " as a metric or function", candidates: [...functions, ...idsOf(model.metrics())] };
    }
    case "parameter":
      return { what: parameterPlace(meaning.metric?.id), candidates: idsOf(meaning.metric?.parameters ?? []) };
    case "object":
      return { what: " as a subject or event", candidates: idsOf(model.objects()) };
    case "level": {
      const levels = meaning.dimension?.levels ?? [];
      return { what: ` as a level of ${formatInlineCode(meaning.dimension?.id ?? "")}`, candidates: idsOf(levels) };
    }
    case "member": {
      const paths = members?.memberPaths(meaning.owner.id, meaning.dimension.id) ?? [];
      const candidates = paths.flatMap((path) => [path.join("."), path.at(-1) ?? ""]);
      return { what: ` as a member of ${formatInlineCode(meaning.dimension.id)}`, candidates };
    }
    case "unit":
      return { what: " as a unit", candidates: Object.keys(periodUnits) };
    case "reference":
    case "attribute":
    case "dimension":
    case "concept": {
      const { owner } = meaning;
      const candidates = owner ? [...pathEndNamesOf(owner), ...idsOf(owner.references)] : [];
      return { what: owner ? ` on ${formatInlineCode(owner.id)}` : "", candidates };
    }
    default:
      return { what: "", candidates: [] };
  }
}

function parameterPlace(metric: string | undefined): string {
  return metric === undefined ? "" : ` as a parameter of ${formatInlineCode(metric)}`;
}

function idsOf(items: Iterable<{ readonly id: string }>): string[] {
  return [...items].map(({ id }) => id);
}

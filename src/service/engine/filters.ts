import type { MemberReference, QueryFilter, QueryParameterValue } from "../../contract/query-parts.ts";
import type { MetricParameter } from "../../languages/core/model/model-source.ts";
import { type BoundCondition, bindCondition, hasErrors, parseFormula } from "../../languages/sql-like/syntax.ts";
import { QueryError } from "./query-error.ts";
import { type RecordCondition, splitConjuncts } from "./record-condition.ts";
import type { StoredModel } from "./stored-model.ts";
import { readListInterval } from "./time-settings.ts";

/**
 * Converts the filters of a request to conditions, all of which must be true (sql-like-language 9, semantics.md,
 * "Lowering").
 */
export function readFilters(
  filters: readonly QueryFilter[] | undefined,
  from: string,
  calendarType: string | undefined,
  model: StoredModel,
): readonly RecordCondition[] {
  return (filters ?? []).flatMap((filter) => splitConjuncts(readFilter(filter, from, calendarType, model)));
}

/**
 * Parses and binds a condition in the SQL-like language. The text is from a formula filter or the filter of a metric.
 */
export function readFormula(
  formula: string,
  from: string,
  model: StoredModel,
  parameters: readonly MetricParameter[] = [],
): BoundCondition {
  const parsed = parseFormula(formula);
  const bound = hasErrors(parsed.problems)
    ? undefined
    : bindCondition(parsed.condition, model.source, { from, parameters });
  const problems = bound ? bound.problems : parsed.problems;
  const problem = problems.find(({ severity }) => severity === "error");
  if (!bound?.isComplete || !bound.condition || problem) {
    const why = problem ? `: ${problem.message}` : "; a condition on properties, dimensions and concepts is needed.";
    throw new QueryError(`The formula \`${formula}\` cannot be used over "${from}"${why}`);
  }
  return bound.condition;
}

function readFilter(
  filter: QueryFilter,
  from: string,
  calendarType: string | undefined,
  model: StoredModel,
): RecordCondition {
  if (filter.formula !== undefined) {
    return readFormula(filter.formula, from, model);
  }
  if (filter.selectionConcept) {
    return { kind: "concept", path: model.resolve(filter.selectionConcept, from, "concept") };
  }
  if (filter.memberSet) {
    const path = model.resolve(filter.memberSet.dimension, from, "dimension");
    const { included, excluded } = filter.memberSet.values ?? {};
    const conditions: BoundCondition[] = [];
    if (included) {
      conditions.push({ kind: "member", path, members: included.map(memberNamesOf), isNegated: false });
    }
    if (excluded) {
      conditions.push({ kind: "member", path, members: excluded.map(memberNamesOf), isNegated: true });
    }
    if (conditions.length === 0) {
      throw new QueryError("A memberSet filter needs values.included or values.excluded.");
    }
    return { kind: "and", conditions };
  }
  if (filter.advanced) {
    return readAdvanced(filter.advanced, from, calendarType, model);
  }
  if (filter.cohort) {
    return readCohort(filter.cohort, from, calendarType, model);
  }
  throw new QueryError("A filter needs formula, selectionConcept, memberSet, cohort or advanced.");
}

function readCohort(
  { keyGroup, exclude = false, timeInterval }: NonNullable<QueryFilter["cohort"]>,
  from: string,
  calendarType: string | undefined,
  model: StoredModel,
): RecordCondition {
  if (!keyGroup?.filters && !timeInterval) {
    throw new QueryError("A cohort needs keyGroup.filters, a timeInterval, or both (filters.cohort).");
  }
  return {
    kind: "cohort",
    object: model.object(from),
    conditions: readFilters(keyGroup?.filters, from, calendarType, model),
    interval: readListInterval(timeInterval ?? { dynamicDateFrom: "SOURCE" }, calendarType, model.tenant),
    isExcluded: exclude,
  };
}

function readAdvanced(
  { operation, filters = [] }: NonNullable<QueryFilter["advanced"]>,
  from: string,
  calendarType: string | undefined,
  model: StoredModel,
): RecordCondition {
  const conditions = filters.map((filter) => readFilter(filter, from, calendarType, model));
  const [only] = conditions;
  if (!only) {
    throw new QueryError("An advanced filter needs at least one filter inside.");
  }
  switch (operation?.toUpperCase()) {
    case "AND":
    case "OR":
      return { kind: operation.toUpperCase() === "AND" ? "and" : "or", conditions };
    case "NOT":
      if (conditions.length > 1) {
        throw new QueryError("An advanced filter with the operation NOT takes exactly one filter.");
      }
      return { kind: "not", condition: only };
    default:
      throw new QueryError(`The operation "${operation ?? ""}" of an advanced filter is unknown; use AND, OR or NOT.`);
  }
}

/** Returns the names of a member and its ancestors, from the top. A member id is these names, joined by dots. */
export function memberNamesOf({ path, memberId }: MemberReference): readonly string[] {
  const names = path && path.length > 0 ? path : memberId?.split(".");
  if (!names) {
    throw new QueryError("A member needs its path or memberId.");
  }
  return names;
}

/** Values of the request's parameters by parameter id. Conditions refer to them. */
export type ParameterValues = ReadonlyMap<string, number>;

const otherValueKinds = ["memberValue", "planValue", "aggregationTypeValue", "subjectMemberSetValue"] as const;

export function readParameters(values: readonly QueryParameterValue[] | undefined): ParameterValues {
  const numbers = new Map<string, number>();
  for (const value of values ?? []) {
    const { numericValue } = value;
    const otherKind = otherValueKinds.find((kind) => value[kind]);
    if (otherKind) {
      throw new QueryError(
        `The parameter "${value[otherKind]?.parameterId ?? ""}" has a value of a kind no metric here takes (parameterValues.${otherKind}); use numericValue.`,
      );
    }
    if (numericValue?.parameterId === undefined || numericValue.value === undefined) {
      throw new QueryError("A numericValue needs parameterId and value.");
    }
    numbers.set(numericValue.parameterId, numericValue.value);
  }
  return numbers;
}

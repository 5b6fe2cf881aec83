/** The front door of the SQL-like language: what the embedded service and the language server may use. */

export { createModelSource } from "../core/create-model-source.ts";
export { type Location, locate } from "../core/locate.ts";
export { hasErrors, type Problem, type Severity } from "../core/problem.ts";
export { blankComments } from "../core/statements.ts";
export { type BoundConditionResult, bindCondition, type ConditionOptions } from "./bind-condition.ts";
export { type BindOptions, type BoundQueryResult, bindQuery } from "./bind-query.ts";
export type {
  Attribute,
  BoundCondition,
  BoundPath,
  CompareOperator,
  ConceptPath,
  DimensionPath,
  Operand,
  PropertyPath,
} from "./bound-condition.ts";
export type { BoundAttribute, BoundItem, BoundLevel, BoundQuery, ParameterArgument } from "./bound-query.ts";
export { checkText } from "./check-text.ts";
export { checkTime, type TimeCheck, type TimeFilter, type TimeOptions } from "./check-time.ts";
export { createProblem, type DiagnosticCode, diagnostics } from "./diagnostics.ts";
export { formatInstant, parseInstant } from "./instant.ts";
export {
  addUnits,
  type Direction,
  floorToUnit,
  type Interval,
  type PeriodSettings,
  periodIntervals,
} from "./intervals.ts";
export {
  type AggregateColumn,
  type LoweredAggregate,
  type LoweredList,
  type LoweredQuery,
  lowerQuery,
} from "./lower-query.ts";
export type { MemberLookup } from "./member-lookup.ts";
export { type ParsedScript, type ParseOptions, parseFormula, parseScript } from "./parse-script.ts";
export { isMetricCall, type QueryKind, queryKind } from "./query-kind.ts";
export { renameTimeColumn } from "./rename-time-column.ts";
export {
  type AttributePreference,
  type CaseDifference,
  type PathResolution,
  type ResolvedPath,
  resolvePath,
  type UnresolvedPath,
} from "./resolve-path.ts";
export { defaultTimeColumn } from "./time-column.ts";
export type { Condition, Query, Script, Statement } from "./tree.ts";
export { findUnit, type PeriodUnit, units } from "./units.ts";

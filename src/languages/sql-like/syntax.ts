/**
 * Entry module of the SQL-like query language: its exports are used by the embedded service and the language server.
 */

export { createModelSource } from "../core/model/create-model-source.ts";
export { type LineAndColumn, lineAndColumnAt } from "../core/text/locate.ts";
export { hasErrors, isError, type Problem, type Severity } from "../core/text/problem.ts";
export { blankComments } from "../core/text/statements.ts";
export { type BoundConditionResult, bindCondition, type ConditionOptions } from "./binding/bind-condition.ts";
export { type BindOptions, type BoundQueryResult, bindQuery } from "./binding/bind-query.ts";
export type {
  BoundCondition,
  BoundPath,
  ComparisonOperand,
  ConceptPath,
  DimensionPath,
  ModelAttribute,
  PropertyPath,
} from "./binding/bound-condition.ts";
export type { BoundAttribute, BoundItem, BoundLevel, BoundQuery, ParameterArgument } from "./binding/bound-query.ts";
export {
  checkTimeFilters,
  type TimeCheckOptions,
  type TimeCheckResult,
  type TimeFilter,
} from "./binding/check-time.ts";
export type { MemberLookup } from "./binding/member-lookup.ts";
export {
  type AttributePreference,
  type LetterCaseDifference,
  type PathResolution,
  type ResolvedPath,
  resolvePath,
  type UnresolvedPath,
} from "./binding/resolve-path.ts";
export { checkQueryText } from "./checks/check-document.ts";
export {
  type AggregateColumn,
  type LoweredAggregate,
  type LoweredList,
  type LoweredQuery,
  lowerQuery,
} from "./lowering/lower-query.ts";
export { createQueryProblem, type DiagnosticCode, queryDiagnostics } from "./syntax/diagnostics.ts";
export { lexQuery } from "./syntax/lexer.ts";
export type { CompareOperator } from "./syntax/operators.ts";
export { type ParsedScript, type ParseOptions, parseFormula, parseScript } from "./syntax/parse-script.ts";
export { isMetricCall, type QueryKind, queryKind } from "./syntax/query-kind.ts";
export { defaultTimeColumn, renameTimeColumn } from "./syntax/time-column.ts";
export type { Token } from "./syntax/token.ts";
export type { Condition, NamePath, Query, Script, Statement } from "./syntax/tree.ts";
export { formatInstant, parseInstant } from "./time/instant.ts";
export {
  addPeriodUnits,
  computePeriodIntervals,
  floorToPeriodUnit,
  type PeriodDirection,
  type PeriodSettings,
  type TimeInterval,
} from "./time/intervals.ts";
export { findPeriodUnit, type PeriodUnit, periodUnits } from "./time/units.ts";

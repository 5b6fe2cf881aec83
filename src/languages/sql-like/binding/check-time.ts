import { formatDidYouMean } from "../../core/text/find-name.ts";
import type { Problem } from "../../core/text/problem.ts";
import { isSameWordIgnoringCase } from "../../core/text/same-word.ts";
import { createQueryProblem, withReplacements } from "../syntax/diagnostics.ts";
import { findBuiltInFunction, findNearestFunction } from "../syntax/functions.ts";
import { obsoletePeriods, obsoleteTimeColumn } from "../syntax/keywords.ts";
import { type QueryKind, queryKind } from "../syntax/query-kind.ts";
import { defaultTimeColumn, findTimeColumnName } from "../syntax/time-column.ts";
import type {
  BetweenPredicate,
  Condition,
  Expression,
  FunctionCall,
  InPredicate,
  Predicate,
  Query,
} from "../syntax/tree.ts";
import { comparedValuesOf, isInCall, leftOperandOf } from "../syntax/walk.ts";
import { isCallOf, type PeriodsArguments, readDate, readObsoletePeriods, readPeriods } from "./time-arguments.ts";

/** Validated time filter of a query: a date range or a list of periods. */
export type TimeFilter =
  | ({ readonly kind: "periods" } & PeriodsArguments)
  /** Date range in epoch milliseconds. `to` is exclusive and later than `from`. */
  | { readonly kind: "range"; readonly from: number; readonly to: number };

export interface TimeCheckResult {
  /** Time filter of the query; undefined if there is none or it is invalid. */
  readonly filter: TimeFilter | undefined;
  readonly problems: readonly Problem[];
}

export interface TimeCheckOptions {
  /** Name of the time column; `Service_Time` by default. */
  readonly timeColumn?: string;
  /** Query kind (aggregate or list) according to the model. By default, it is derived from the query text alone. */
  readonly kind?: QueryKind;
}

/**
 * Checks the time rules of a query that need no model: SL304, SL401, SL403 to SL406, SL501 to SL509, SL701 and SL707.
 */
export function checkTimeFilters(query: Query, options: TimeCheckOptions = {}): TimeCheckResult {
  return new TimeChecker(query, options).check();
}

class TimeChecker {
  readonly #query: Query;
  readonly #kind: QueryKind;
  readonly #timeColumn: string;
  readonly #problems: Problem[] = [];
  #filter: TimeFilter | undefined;
  /** Number of predicates on the time column found so far. */
  #filters = 0;

  constructor(query: Query, { timeColumn = defaultTimeColumn, kind }: TimeCheckOptions) {
    this.#query = query;
    this.#kind = kind ?? queryKind(query);
    this.#timeColumn = timeColumn;
  }

  check(): TimeCheckResult {
    this.#checkItems();
    const condition = this.#query.where?.condition;
    if (condition) {
      this.#checkCondition(condition, true);
    }
    const filter = this.#filter;
    if (this.#filters === 0 && this.#query.items.some(({ expression }) => expression.kind !== "hole")) {
      const code = this.#kind === "aggregate" ? "SL501" : "SL502";
      this.#problems.push(createQueryProblem(code, this.#query.where?.keyword ?? this.#query.select));
    }
    const fits = filter && (filter.kind === "periods") === (this.#kind === "aggregate");
    return { filter: fits ? filter : undefined, problems: this.#problems };
  }

  #checkItems(): void {
    for (const { expression } of this.#query.items) {
      const name = findTimeColumnName(expression, this.#timeColumn);
      if (name) {
        this.#checkName(expression);
        if (this.#kind === "list") {
          this.#problems.push(createQueryProblem("SL505", expression, { name: this.#timeColumn }));
        }
      }
    }
  }

  #checkCondition(condition: Condition, isConjunct: boolean): void {
    switch (condition.kind) {
      case "and":
      case "or":
        for (const operand of condition.operands) {
          this.#checkCondition(operand, isConjunct && condition.kind === "and");
        }
        return;
      case "not":
        this.#checkCondition(condition.operand, false);
        return;
      case "group":
        this.#checkCondition(condition.condition, isConjunct);
        return;
      case "hole":
        return;
      default:
        this.#checkPredicate(condition, isConjunct);
    }
  }

  #checkPredicate(predicate: Predicate, isConjunct: boolean): void {
    if (!findTimeColumnName(leftOperandOf(predicate), this.#timeColumn)) {
      this.#checkDates(predicate);
      return;
    }
    this.#filters++;
    const read = this.#readFilter(predicate);
    if (!isConjunct) {
      this.#problems.push(createQueryProblem("SL507", predicate));
    } else if (this.#filters > 1) {
      this.#problems.push(createQueryProblem("SL508", predicate));
    } else {
      this.#filter = read;
    }
  }

  #readFilter(predicate: Predicate): TimeFilter | undefined {
    this.#checkName(leftOperandOf(predicate));
    switch (predicate.kind) {
      case "in":
        return this.#readPeriods(predicate);
      case "between":
        return this.#readRange(predicate);
      default:
        this.#problems.push(createQueryProblem("SL509", predicate));
        return undefined;
    }
  }

  #readPeriods(predicate: InPredicate): TimeFilter | undefined {
    const { values } = predicate;
    if (predicate.isNegated || !isInCall(values)) {
      if (isInCall(values) || values.some(({ kind }) => kind !== "hole")) {
        this.#problems.push(createQueryProblem("SL509", predicate));
      }
      return undefined;
    }
    const periods = this.#readCall(values);
    if (this.#kind === "list" && (isCallOf("periods", values) || periods)) {
      this.#problems.push(createQueryProblem("SL504", predicate));
    }
    if (!periods) {
      return undefined;
    }
    // Fields are listed because object spread after another property is slow.
    const { anchor, count, unit, unitCount } = periods;
    return { kind: "periods", anchor, count, unit, unitCount };
  }

  #readCall(call: FunctionCall): PeriodsArguments | undefined {
    const name = call.name.text;
    const known = findBuiltInFunction(name)?.name;
    if (known === "periods") {
      return readPeriods(call, this.#problems);
    }
    if (isSameWordIgnoringCase(name, obsoletePeriods)) {
      this.#problems.push(createQueryProblem("SL707", call.name, { name, now: "periods" }));
      const item = this.#query.items.find(({ expression }) => isCallOf("period", expression));
      return readObsoletePeriods(call, item?.expression, this.#problems);
    }
    if (known) {
      this.#problems.push(createQueryProblem("SL509", call));
    } else {
      const near = findNearestFunction(name, "time") ?? "periods";
      const values = { what: "function", name, suggestion: formatDidYouMean([near]) };
      this.#problems.push(withReplacements(createQueryProblem("SL304", call.name, values), [near]));
    }
    return undefined;
  }

  #readRange(predicate: BetweenPredicate): TimeFilter | undefined {
    if (predicate.isNegated) {
      this.#problems.push(createQueryProblem("SL509", predicate));
      return undefined;
    }
    const from = this.#readEnd(predicate.low);
    const to = this.#readEnd(predicate.high);
    if (this.#kind === "aggregate") {
      this.#problems.push(createQueryProblem("SL503", predicate));
    }
    if (from === undefined || to === undefined) {
      return undefined;
    }
    if (from >= to) {
      this.#problems.push(createQueryProblem("SL506", predicate));
      return undefined;
    }
    return { kind: "range", from, to };
  }

  #readEnd(expression: Expression): number | undefined {
    if (!isCallOf("date", expression) && expression.kind !== "hole" && expression.kind !== "unsupported") {
      const values = { name: this.#timeColumn, type: "date", example: 'date("2024-01-31")' };
      this.#problems.push(createQueryProblem("SL401", expression, values));
    }
    return readDate(expression, this.#problems);
  }

  #checkDates(predicate: Predicate): void {
    readDate(leftOperandOf(predicate), this.#problems);
    if (predicate.kind === "compare") {
      // Most predicates compare with one value and need no list.
      readDate(predicate.right, this.#problems);
      return;
    }
    for (const expression of comparedValuesOf(predicate)) {
      readDate(expression, this.#problems);
    }
  }

  #checkName(expression: Expression): void {
    const name = findTimeColumnName(expression, this.#timeColumn);
    if (!name || name.text === this.#timeColumn) {
      return;
    }
    const isOld = isSameWordIgnoringCase(name.text, obsoleteTimeColumn);
    this.#problems.push(
      isOld
        ? createQueryProblem("SL707", name, { name: name.text, now: this.#timeColumn })
        : withReplacements(createQueryProblem("SL701", name, { name: this.#timeColumn }), [this.#timeColumn]),
    );
  }
}

/** Whether a condition is a time filter and nothing else, so that it restricts no other column. */
export function isTimePredicate(condition: Condition, timeColumn: string): boolean {
  switch (condition.kind) {
    case "and":
    case "or":
    case "not":
    case "group":
    case "hole":
      return false;
    default:
      return findTimeColumnName(leftOperandOf(condition), timeColumn) !== undefined;
  }
}

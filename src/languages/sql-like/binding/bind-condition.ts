import type { AnalyticObject, MetricParameter, ModelSource } from "../../core/model/model-source.ts";
import { ErrorLimit, type Problem } from "../../core/text/problem.ts";
import { createQueryProblem } from "../syntax/diagnostics.ts";
import { defaultTimeColumn, findTimeColumnName } from "../syntax/time-column.ts";
import type { Condition, ConditionJunction, NamePath, Predicate } from "../syntax/tree.ts";
import type { PredicateScope } from "./bind-operand.ts";
import { bindPath } from "./bind-path.ts";
import { bindPredicate } from "./bind-predicate.ts";
import type { BoundCondition, BoundPath } from "./bound-condition.ts";
import { isTimePredicate } from "./check-time.ts";
import type { MemberLookup } from "./member-lookup.ts";
import { type AttributePreference, resolvePath } from "./resolve-path.ts";

export interface ConditionOptions {
  /** Id of the object at which all paths of the condition start. */
  readonly from: string;
  /**
   * Name of the time column of a query, whose predicates are skipped because `checkTimeFilters` reads them. If omitted,
   * the condition is a formula, which holds no time filter.
   */
  readonly timeColumn?: string;
  /** Parameters of the metric whose filter is bound. The filter may use parameter ids as values. */
  readonly parameters?: readonly MetricParameter[];
  /** Kind of attribute to prefer if a name is ambiguous; property by default. */
  readonly preference?: AttributePreference;
  readonly members?: MemberLookup | undefined;
  /** Number of errors after which no more names are looked up, as in `BindOptions`. */
  readonly maxErrors?: number | undefined;
}

export interface BoundConditionResult {
  /** Bound condition. Undefined if the condition consists of time filters only or is incomplete. */
  readonly condition: BoundCondition | undefined;
  /** Whether all operands of the condition were bound. If false, the bound remainder would have another meaning. */
  readonly isComplete: boolean;
  readonly problems: readonly Problem[];
}

/**
 * Resolves the names of a WHERE condition against the model and checks its values (SL301 to SL310, SL401 to SL407,
 * SL604, SL7xx).
 */
export function bindCondition(
  condition: Condition,
  model: ModelSource,
  options: ConditionOptions,
): BoundConditionResult {
  const from = model.object(options.from);
  if (!from) {
    const problem = createQueryProblem("SL303", condition, { name: options.from, suggestion: "" });
    return { condition: undefined, isComplete: false, problems: [problem] };
  }
  return bindConditionFrom(from, condition, model, options);
}

/**
 * Binds a condition as `bindCondition` does, with the start object given as an object of the model instead of an id.
 */
export function bindConditionFrom(
  from: AnalyticObject,
  condition: Condition,
  model: ModelSource,
  options: Omit<ConditionOptions, "from">,
): BoundConditionResult {
  const binder = new ConditionBinder(model, from, options);
  const bound = binder.bind(condition);
  const { isComplete, problems } = binder;
  return { condition: isComplete ? bound : undefined, isComplete, problems };
}

class ConditionBinder implements PredicateScope {
  readonly problems: Problem[] = [];
  readonly parameters: readonly MetricParameter[];
  readonly preference: AttributePreference;
  readonly members: MemberLookup | undefined;
  isComplete = true;
  readonly #model: ModelSource;
  readonly #from: AnalyticObject;
  readonly #timeColumn: string | undefined;
  readonly #limit: ErrorLimit;

  constructor(model: ModelSource, from: AnalyticObject, options: Omit<ConditionOptions, "from">) {
    this.#model = model;
    this.#from = from;
    this.#timeColumn = options.timeColumn;
    this.parameters = options.parameters ?? [];
    this.preference = options.preference ?? "property";
    this.members = options.members;
    this.#limit = new ErrorLimit(this.problems, options.maxErrors);
  }

  /** Binds one condition. Returns `undefined` for time filters and for conditions with errors. */
  bind(condition: Condition): BoundCondition | undefined {
    switch (condition.kind) {
      case "and":
      case "or":
        return this.#bindJunction(condition);
      case "not": {
        const operand = this.bind(condition.operand);
        return operand && { kind: "not", condition: operand };
      }
      case "group":
        return this.bind(condition.condition);
      case "hole":
        this.isComplete = false;
        return undefined;
      default:
        return this.#timeColumn !== undefined && isTimePredicate(condition, this.#timeColumn)
          ? undefined
          : this.#bindPredicate(condition);
    }
  }

  #bindJunction({ kind, operands }: ConditionJunction): BoundCondition | undefined {
    let only: BoundCondition | undefined;
    let conditions: BoundCondition[] | undefined;
    for (const operand of operands) {
      if (this.#limit.isReached()) {
        this.isComplete = false;
        break;
      }
      const bound = this.bind(operand);
      if (bound && only) {
        conditions ??= [only];
        conditions.push(bound);
      }
      only ??= bound;
    }
    return conditions ? { kind, conditions } : only;
  }

  #bindPredicate(predicate: Predicate): BoundCondition | undefined {
    const bound = bindPredicate(predicate, this);
    this.isComplete &&= bound !== undefined;
    return bound;
  }

  bindPath(path: NamePath, preference: AttributePreference): BoundPath | undefined {
    if (this.#isTimeInFormula(path)) {
      const advice = "The time is chosen by the query.";
      this.problems.push(createQueryProblem("SL604", path, { what: "a condition on the time", advice }));
      return undefined;
    }
    const bound = bindPath(this.#model, this.#from, path, preference, this.problems);
    if (bound && "kind" in bound) {
      const advice = "Filters apply to the records, before a metric is calculated.";
      this.problems.push(createQueryProblem("SL604", path, { what: `the metric \`${bound.metric.id}\``, advice }));
      return undefined;
    }
    return bound;
  }

  /** Whether a path of a formula can only mean the time column, because the object has nothing of that name. */
  #isTimeInFormula(path: NamePath): boolean {
    const name = this.#timeColumn === undefined ? findTimeColumnName(path, defaultTimeColumn) : undefined;
    return name !== undefined && resolvePath(this.#model, this.#from.id, [name.text]).kind !== "path";
  }
}

import type { AnalyticObject, MetricParameter, ModelSource } from "../../core/model/model-source.ts";
import type { Problem } from "../../core/text/problem.ts";
import { createProblem } from "../syntax/diagnostics.ts";
import { defaultTimeColumn } from "../syntax/time-column.ts";
import type { Condition, Junction, Path, Predicate } from "../syntax/tree.ts";
import type { PredicateScope } from "./bind-operand.ts";
import { bindPath } from "./bind-path.ts";
import { bindPredicate } from "./bind-predicate.ts";
import type { BoundCondition, BoundPath } from "./bound-condition.ts";
import { isTimePredicate } from "./check-time.ts";
import type { MemberLookup } from "./member-lookup.ts";
import type { AttributePreference } from "./resolve-path.ts";

export interface ConditionOptions {
  /** Id of the object that paths start at. */
  readonly from: string;
  /** `Service_Time` when left out; predicates on the time column are skipped. */
  readonly timeColumn?: string;
  /** Parameters of the metric that the filter belongs to; their ids may be used as values. */
  readonly parameters?: readonly MetricParameter[];
  /** Property when left out. */
  readonly preference?: AttributePreference;
  readonly members?: MemberLookup | undefined;
  /** As in `BindOptions`. */
  readonly maxProblems?: number | undefined;
}

export interface BoundConditionResult {
  /** Undefined for a condition of time filters only, and for an incomplete one. */
  readonly condition: BoundCondition | undefined;
  /** False when a part is missing or has an error: the rest would have another meaning. */
  readonly isComplete: boolean;
  readonly problems: readonly Problem[];
}

/** Resolves the names of a condition and checks its values (SL301 to SL310, SL401 to SL407, SL604, SL7xx). */
export function bindCondition(
  condition: Condition,
  model: ModelSource,
  options: ConditionOptions,
): BoundConditionResult {
  const from = model.object(options.from);
  if (!from) {
    const problem = createProblem("SL303", condition, { name: options.from, suggestion: "" });
    return { condition: undefined, isComplete: false, problems: [problem] };
  }
  return bindConditionFrom(from, condition, model, options);
}

/** Like `bindCondition`, starting at a given object of the model. */
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
  readonly #timeColumn: string;
  readonly #maxProblems: number;

  constructor(model: ModelSource, from: AnalyticObject, options: Omit<ConditionOptions, "from">) {
    this.#model = model;
    this.#from = from;
    this.#timeColumn = options.timeColumn ?? defaultTimeColumn;
    this.parameters = options.parameters ?? [];
    this.preference = options.preference ?? "property";
    this.members = options.members;
    this.#maxProblems = options.maxProblems ?? Number.POSITIVE_INFINITY;
  }

  /** `undefined` for time filters and for conditions with errors. */
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
        return isTimePredicate(condition, this.#timeColumn) ? undefined : this.#bindPredicate(condition);
    }
  }

  #bindJunction({ kind, operands }: Junction): BoundCondition | undefined {
    let only: BoundCondition | undefined;
    let conditions: BoundCondition[] | undefined;
    for (const operand of operands) {
      if (this.problems.length >= this.#maxProblems) {
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

  bindPath(path: Path, preference: AttributePreference): BoundPath | undefined {
    const bound = bindPath(this.#model, this.#from, path, preference, this.problems);
    if (bound && "kind" in bound) {
      const advice = "Filters apply to the records, before a metric is calculated.";
      this.problems.push(createProblem("SL604", path, { what: `the metric \`${bound.metric.id}\``, advice }));
      return undefined;
    }
    return bound;
  }
}

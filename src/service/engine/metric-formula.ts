import { type MetricPlan, planDerivedMetric, planMetric } from "./metric-plan.ts";
import { QueryError } from "./query-error.ts";
import type { StoredModel } from "./stored-model.ts";

/** Maximum number of signs, names and numbers of a formula; our choice, far more than anybody writes. */
const maxTokens = 500;
const token = /\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\s*\(\s*\))?|([-+*/()]))/y;

type Token =
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "name"; readonly names: readonly string[] }
  | { readonly kind: "sign"; readonly text: string };

/** Where the names of a formula start: at an object, behind references. */
interface FormulaStart {
  readonly from: string;
  readonly references: readonly string[];
}

/** A formula over metrics, with the object that its names start from. */
interface MetricFormula {
  readonly from: string;
  readonly plan: MetricPlan;
}

/**
 * Reads a formula over metrics: `+`, `-`, `*`, `/`, brackets, numbers and names of metrics, which lie on one object or
 * behind references of it (semantics.md, "Formulas"). Without `start` the first name without references decides on the
 * object. Throws QueryError.
 */
export function readMetricFormula(formula: string, model: StoredModel, start?: FormulaStart): MetricFormula {
  const tokens = tokenize(formula);
  const names = tokens.flatMap((one) => (one.kind === "name" ? [one.names] : []));
  const [first] = names;
  if (!first) {
    throw refusal(formula, "it names no metric");
  }
  const begin = start ?? { from: findStart(names, first, model), references: [] };
  return { from: begin.from, plan: new FormulaReader(formula, tokens, begin, model).read() };
}

function findStart(names: readonly (readonly string[])[], first: readonly string[], model: StoredModel): string {
  const own = names.find(({ length }) => length === 1);
  return own ? model.metric(own[0] ?? "").object : model.splitStart(first.join(".")).from;
}

function tokenize(formula: string): readonly Token[] {
  const tokens: Token[] = [];
  const text = formula.trimEnd();
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const [, number, name, sign] = token.exec(text) ?? [];
    if (number !== undefined) {
      tokens.push({ kind: "number", text: number });
    } else if (name !== undefined) {
      tokens.push({ kind: "name", names: name.split(".") });
    } else if (sign !== undefined) {
      tokens.push({ kind: "sign", text: sign });
    } else {
      const wrong = text.slice(at).search(/\S/) + at;
      throw refusal(formula, `"${text.charAt(wrong)}" at character ${wrong + 1} is no part of a formula`);
    }
    if (tokens.length > maxTokens) {
      throw refusal(formula, `it has more than ${maxTokens} parts`);
    }
  }
  return tokens;
}

function refusal(formula: string, reason: string): QueryError {
  const shown = formula.length > 200 ? `${formula.slice(0, 200)}...` : formula;
  return new QueryError(
    `The formula \`${shown}\` cannot be computed: ${reason}. A formula has metrics, numbers, + - * / and brackets (query.source).`,
  );
}

const sums = new Map([
  ["+", "add"],
  ["-", "subtract"],
] as const);
const products = new Map([
  ["*", "multiply"],
  ["/", "divide"],
] as const);

/** Recursive descent over the tokens of one formula. */
class FormulaReader {
  readonly #formula: string;
  readonly #tokens: readonly Token[];
  readonly #start: FormulaStart;
  readonly #model: StoredModel;
  #next = 0;

  constructor(formula: string, tokens: readonly Token[], start: FormulaStart, model: StoredModel) {
    this.#formula = formula;
    this.#tokens = tokens;
    this.#start = start;
    this.#model = model;
  }

  read(): MetricPlan {
    const plan = this.#chain(sums, () => this.#product());
    if (this.#next < this.#tokens.length) {
      throw refusal(this.#formula, `${this.#describe()} is not expected`);
    }
    return plan;
  }

  #product(): MetricPlan {
    return this.#chain(products, () => this.#factor());
  }

  #chain(
    operators: ReadonlyMap<string, "add" | "subtract" | "multiply" | "divide">,
    operand: () => MetricPlan,
  ): MetricPlan {
    let plan = operand();
    for (;;) {
      const sign = this.#tokens[this.#next];
      const operator = sign?.kind === "sign" ? operators.get(sign.text) : undefined;
      if (!operator) {
        return plan;
      }
      this.#next++;
      plan = planDerivedMetric(operator, plan, operand());
    }
  }

  #factor(): MetricPlan {
    const one = this.#tokens[this.#next];
    this.#next++;
    switch (one?.kind) {
      case "number":
        return { kind: "constant", value: /^\d{1,15}$/.test(one.text) ? BigInt(one.text) : Number(one.text) };
      case "name":
        return this.#metric(one.names);
      case "sign":
        if (one.text === "-") {
          return planDerivedMetric("subtract", { kind: "constant", value: 0n }, this.#factor());
        }
        if (one.text === "(") {
          const inner = this.#chain(sums, () => this.#product());
          const close = this.#tokens[this.#next];
          if (close?.kind === "sign" && close.text === ")") {
            this.#next++;
            return inner;
          }
          throw refusal(this.#formula, "a bracket is not closed");
        }
    }
    this.#next--;
    throw refusal(this.#formula, `${this.#describe()} stands where a metric or a number is expected`);
  }

  #metric(names: readonly string[]): MetricPlan {
    const { from, references } = this.#start;
    const metric = this.#model.metric(names.at(-1) ?? "");
    const [first] = names;
    const steps = names.slice(first === from && names.length > 1 ? 1 : 0, -1);
    const through = [...references, ...steps];
    const object = this.#model.follow(from, through);
    if (metric.object !== object.id) {
      throw refusal(
        this.#formula,
        `the metric "${metric.id}" belongs to "${metric.object}", and "${names.join(".")}" leads to "${object.id}"`,
      );
    }
    return planMetric(metric, this.#model, through);
  }

  #describe(): string {
    const one = this.#tokens[this.#next];
    return one ? `"${one.kind === "name" ? one.names.join(".") : one.text}"` : "the end";
  }
}

import type { Span } from "../../languages/core/text/span.ts";
import { lexQuery, type Token } from "../../languages/sql-like/syntax.ts";
import { type MetricPlan, planDerivedMetric, planMetric } from "./metric-plan.ts";
import { QueryError } from "./query-error.ts";
import type { StoredModel } from "./stored-model.ts";

/** Maximum number of signs, names and numbers of a formula; our choice, far more than anybody writes. */
const maxTokens = 500;

/** Object and chain of references at which the names of a formula start. */
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
  const paths = tokens.flatMap((token, at) =>
    token.kind === "name" && !isDot(tokens[at - 1]) ? [pathAt(tokens, at)] : [],
  );
  const [first] = paths;
  if (!first) {
    throw refusal(formula, "it names no metric");
  }
  const begin = start ?? { from: findStart(paths, first, model), references: [] };
  return { from: begin.from, plan: new FormulaReader(formula, tokens, begin, model).read() };
}

function findStart(paths: readonly (readonly string[])[], first: readonly string[], model: StoredModel): string {
  const own = paths.find(({ length }) => length === 1);
  return own ? model.metric(own[0] ?? "").object : model.splitStart(first.join(".")).from;
}

/** Splits a formula into names, numbers and signs, with `end` as the last one. */
function tokenize(formula: string): readonly Token[] {
  const { tokens, comments, problems } = lexQuery(formula);
  const [foreign] = [...problems, ...comments, ...tokens.filter((token) => !isPart(token))];
  if (foreign) {
    const { start, end }: Span = foreign;
    throw refusal(formula, `"${formula.slice(start, end)}" at character ${start + 1} is no part of a formula`);
  }
  if (tokens.length - 1 > maxTokens) {
    throw refusal(formula, `it has more than ${maxTokens} parts`);
  }
  return tokens;
}

function isPart(token: Token): boolean {
  switch (token.kind) {
    case "sign":
      return "+-*/().".includes(token.text);
    case "name":
    case "number":
    case "end":
      return true;
    default:
      return false;
  }
}

function isDot(token: Token | undefined): boolean {
  return token?.kind === "sign" && token.text === ".";
}

/** Names of the path that begins at a token: a name, and each further one behind a dot. */
function pathAt(tokens: readonly Token[], at: number): readonly string[] {
  const names: string[] = [];
  for (let index = at; ; index += 2) {
    const token = tokens[index];
    if (token?.kind !== "name") {
      return names;
    }
    names.push(token.text);
    if (!isDot(tokens[index + 1])) {
      return names;
    }
  }
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
    if (this.#token?.kind !== "end") {
      throw refusal(this.#formula, `${this.#describe()} is not expected`);
    }
    return plan;
  }

  get #token(): Token | undefined {
    return this.#tokens[this.#next];
  }

  #accept(sign: "(" | ")" | "-"): boolean {
    const isNext = this.#token?.kind === "sign" && this.#token.text === sign;
    this.#next += isNext ? 1 : 0;
    return isNext;
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
      const operator = this.#token?.kind === "sign" ? operators.get(this.#token.text) : undefined;
      if (!operator) {
        return plan;
      }
      this.#next++;
      plan = planDerivedMetric(operator, plan, operand());
    }
  }

  #factor(): MetricPlan {
    if (this.#accept("-")) {
      return planDerivedMetric("subtract", { kind: "constant", value: 0n }, this.#factor());
    }
    if (this.#accept("(")) {
      const inner = this.#chain(sums, () => this.#product());
      if (!this.#accept(")")) {
        throw refusal(this.#formula, "a bracket is not closed");
      }
      return inner;
    }
    const token = this.#token;
    switch (token?.kind) {
      case "number":
        this.#next++;
        return { kind: "constant", value: /^\d{1,15}$/.test(token.text) ? BigInt(token.text) : Number(token.text) };
      case "name":
        return this.#metric();
      default:
        throw refusal(this.#formula, `${this.#describe()} stands where a metric or a number is expected`);
    }
  }

  /** Reads the path of a metric, with or without `()`. */
  #metric(): MetricPlan {
    const names = pathAt(this.#tokens, this.#next);
    this.#next += names.length * 2 - 1;
    if (this.#accept("(") && !this.#accept(")")) {
      throw refusal(this.#formula, "a bracket is not closed");
    }
    const { from, references } = this.#start;
    const metric = this.#model.metric(names.at(-1) ?? "");
    const steps = names.slice(names[0] === from && names.length > 1 ? 1 : 0, -1);
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
    const token = this.#token;
    return token && token.kind !== "end" ? `"${this.#formula.slice(token.start, token.end)}"` : "the end";
  }
}

import type { ModelSource } from "../core/model-source.ts";
import type { Problem } from "../core/problem.ts";
import { type BindOptions, type BoundQueryResult, bindQuery } from "./bind-query.ts";
import { checkOptions } from "./check-options.ts";
import { checkTime } from "./check-time.ts";
import { createProblem } from "./diagnostics.ts";
import { withAdvice } from "./foreign-advice.ts";
import { inTextOrder } from "./parse-script.ts";
import type { QueryDocument, QueryPart } from "./query-document.ts";
import { type QueryKind, queryKind } from "./query-kind.ts";
import type { Query, Statement } from "./tree.ts";

/** What is known of a part once its names are looked up; offsets count from the start of the part. */
export interface CheckedPart {
  /** Of each query of the part. */
  readonly bound: ReadonlyMap<Query, BoundQueryResult>;
  /** Everything there is to say about the part, in the order of its text. */
  readonly problems: readonly Problem[];
}

/** A check and what it was made with. */
class Remembered {
  readonly checked: CheckedPart;
  readonly #model: ModelSource | undefined;
  readonly #options: BindOptions;

  constructor(checked: CheckedPart, model: ModelSource | undefined, options: BindOptions) {
    this.checked = checked;
    this.#model = model;
    this.#options = options;
  }

  isFor(model: ModelSource | undefined, { timeColumn, output, members }: BindOptions): boolean {
    const made = this.#options;
    const isSame = made.timeColumn === timeColumn && made.output === output && made.members === members;
    return isSame && this.#model === model;
  }
}

/**
 * Checks a part against a model, or only its syntax and time without one. The same part, model and options are checked once: a
 * lookup of members always answers the same.
 */
export function checkPart(part: QueryPart, model: ModelSource | undefined, options: BindOptions = {}): CheckedPart {
  const known = part.checked instanceof Remembered ? part.checked : undefined;
  if (known?.isFor(model, options)) {
    return known.checked;
  }
  const checked = check(part, model, options);
  part.checked = new Remembered(checked, model, options);
  return checked;
}

function check(part: QueryPart, model: ModelSource | undefined, options: BindOptions): CheckedPart {
  const bound = new Map<Query, BoundQueryResult>();
  const found: Problem[] = [];
  let ofSyntax = part.problems;
  for (const statement of part.statements) {
    if (statement.kind !== "query") {
      continue;
    }
    if (model) {
      const result = bindQuery(statement, model, options);
      bound.set(statement, result);
      ofSyntax = ofSyntax.map((problem) => withAdvice(problem, part.text, statement, result, model));
      found.push(...result.problems);
    } else {
      found.push(...checkTime(statement, options).problems);
    }
  }
  if (part.comments.length > 0) {
    found.push(...checkOptions(part.text, kindOf(part.statements[0], bound)));
  }
  return { bound, problems: inTextOrder(withoutEchoes([...ofSyntax, ...found])) };
}

/** A forgotten comma explains what looked like a label without AS. */
function withoutEchoes(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length < 2) {
    return problems;
  }
  const commas = new Set(problems.filter(({ code }) => code === "SL203").map(({ start }) => start));
  return problems.filter(({ code, start }) => code !== "SL205" || !commas.has(start));
}

/** `undefined` while nothing of a query tells its kind. */
function kindOf(statement: Statement | undefined, bound: CheckedPart["bound"]): QueryKind | undefined {
  if (statement?.kind !== "query" || statement.items.every(({ expression }) => expression.kind === "hole")) {
    return undefined;
  }
  return bound.get(statement)?.kind ?? queryKind(statement);
}

/** Problems of the document as a whole; `problemsOf` gives those of a part, with offsets of the part. */
export function checkDocument(
  document: QueryDocument,
  problemsOf: (part: QueryPart) => readonly Problem[],
): readonly Problem[] {
  if (document.parts.every(({ part }) => part.statements.length === 0)) {
    const span = { start: 0, end: document.text.length };
    return [...placedProblems(document, problemsOf), createProblem("SL201", span, { expected: "SELECT", found: "" })];
  }
  return placedProblems(document, problemsOf);
}

function placedProblems(document: QueryDocument, problemsOf: (part: QueryPart) => readonly Problem[]): Problem[] {
  const placed: Problem[] = [];
  for (const { part, start } of document.parts) {
    for (const problem of problemsOf(part)) {
      placed.push(movedProblem(problem, start));
    }
  }
  return placed;
}

function movedProblem({ code, severity, message, start, end, replacements }: Problem, by: number): Problem {
  const moved = { code, severity, message, start: start + by, end: end + by };
  return replacements ? { ...moved, replacements } : moved;
}

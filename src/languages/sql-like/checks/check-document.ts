import type { ModelSource } from "../../core/model/model-source.ts";
import type { Problem } from "../../core/text/problem.ts";
import { type BindOptions, type BoundQueryResult, bindQuery } from "../binding/bind-query.ts";
import { checkTimeFilters } from "../binding/check-time.ts";
import { createQueryProblem } from "../syntax/diagnostics.ts";
import { type ParseOptions, parseScript, sortByPosition } from "../syntax/parse-script.ts";
import type { ParsedStatementText, QueryDocument } from "../syntax/query-document.ts";
import { type QueryKind, queryKind } from "../syntax/query-kind.ts";
import type { Statement } from "../syntax/tree.ts";
import { checkQueryOptions } from "./check-options.ts";
import { addForeignSqlAdvice } from "./foreign-advice.ts";

/** Check results of a document part whose names were looked up. Offsets count from the start of the part. */
interface CheckedPart {
  /** Bound query per statement. An entry is undefined if the statement is not a query or if there is no model. */
  readonly bound: readonly (BoundQueryResult | undefined)[];
  /** All problems of the document part, in text order. */
  readonly problems: readonly Problem[];
}

const noOptions: BindOptions = {};

/** Cached check result with the inputs that it was computed from. */
class Remembered {
  readonly checked: CheckedPart;
  readonly #model: ModelSource | undefined;
  readonly #options: BindOptions;

  constructor(checked: CheckedPart, model: ModelSource | undefined, options: BindOptions) {
    this.checked = checked;
    this.#model = model;
    this.#options = options;
  }

  matches(model: ModelSource | undefined, { timeColumn, output, members }: BindOptions): boolean {
    const made = this.#options;
    const isSame = made.timeColumn === timeColumn && made.output === output && made.members === members;
    return isSame && this.#model === model;
  }
}

/**
 * Checks a document part: names against the model if there is one, else only syntax and time rules. The result is
 * cached by part, model and options, because a member lookup always returns the same answer.
 */
export function checkStatementText(
  part: ParsedStatementText,
  model: ModelSource | undefined,
  options = noOptions,
): CheckedPart {
  const known = part.checked instanceof Remembered ? part.checked : undefined;
  if (known?.matches(model, options)) {
    return known.checked;
  }
  const checked = check(part, model, options);
  part.checked = new Remembered(checked, model, options);
  return checked;
}

function check(part: ParsedStatementText, model: ModelSource | undefined, options: BindOptions): CheckedPart {
  const bound = boundOf(part.statements, model, options);
  let ofSyntax = part.problems;
  let found: readonly Problem[] = [];
  for (let index = 0; index < bound.length; index++) {
    const statement = part.statements[index];
    const result = bound[index];
    if (statement?.kind === "query") {
      if (model && result && ofSyntax.length > 0) {
        ofSyntax = addForeignSqlAdvice(ofSyntax, part.text, statement, result, model);
      }
      found = joined(found, (result ?? checkTimeFilters(statement, options)).problems);
    }
  }
  if (part.comments.length > 0) {
    found = joined(found, checkQueryOptions(part.text, kindOf(part.statements[0], bound[0])));
  }
  return { bound, problems: sortByPosition(withoutEchoes(joined(ofSyntax, found))) };
}

function boundOf(
  statements: readonly Statement[],
  model: ModelSource | undefined,
  options: BindOptions,
): CheckedPart["bound"] {
  return statements.map((statement) =>
    model && statement.kind === "query" ? bindQuery(statement, model, options) : undefined,
  );
}

/** Merges two lists of problems. Returns one of the two arrays unchanged in the common case that the other is empty. */
function joined(one: readonly Problem[], other: readonly Problem[]): readonly Problem[] {
  return one.length === 0 ? other : other.length === 0 ? one : [...one, ...other];
}

/** Returns the problems without those missing-AS warnings that a reported missing comma already explains. */
function withoutEchoes(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length < 2) {
    return problems;
  }
  const commas = new Set(problems.filter(({ code }) => code === "SL203").map(({ start }) => start));
  return problems.filter(({ code, start }) => code !== "SL205" || !commas.has(start));
}

/** Returns the query kind (aggregate or list); `undefined` while the query has no items. */
function kindOf(statement: Statement | undefined, bound: BoundQueryResult | undefined): QueryKind | undefined {
  if (statement?.kind !== "query" || statement.items.every(({ expression }) => expression.kind === "hole")) {
    return undefined;
  }
  return bound?.kind ?? queryKind(statement);
}

/**
 * Returns the problems of a whole document. `problemsOf` returns the problems of one document part, with offsets that
 * count from the start of the part.
 */
export function checkQueryDocument(
  document: QueryDocument,
  problemsOf: (part: ParsedStatementText) => readonly Problem[],
): readonly Problem[] {
  if (document.parts.every(({ part }) => part.statements.length === 0)) {
    const span = { start: 0, end: document.text.length };
    return [
      ...placedProblems(document, problemsOf),
      createQueryProblem("SL201", span, { expected: "SELECT", found: "" }),
    ];
  }
  return placedProblems(document, problemsOf);
}

function placedProblems(
  document: QueryDocument,
  problemsOf: (part: ParsedStatementText) => readonly Problem[],
): Problem[] {
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

/** Checks a query text: its syntax and time rules and, if a model is given, its names. */
export function checkQueryText(
  text: string,
  model: ModelSource | undefined,
  options: BindOptions & ParseOptions = {},
): readonly Problem[] {
  const { script, problems } = parseScript(text, options);
  return checkStatementText(
    { text, statements: script.statements, comments: script.comments, problems },
    model,
    options,
  ).problems;
}

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

interface Remembered {
  readonly model: ModelSource | undefined;
  readonly members: BindOptions["members"];
  readonly timeColumn: BindOptions["timeColumn"];
  readonly output: BindOptions["output"];
  readonly checked: CheckedPart;
}

const remembered = new WeakMap<QueryPart, Remembered>();

/**
 * Checks a part against a model, or only its syntax and time without one. The same part, model and options are checked once: a
 * lookup of members always answers the same.
 */
export function checkPart(part: QueryPart, model: ModelSource | undefined, options: BindOptions = {}): CheckedPart {
  const { timeColumn, output, members } = options;
  const known = remembered.get(part);
  const isSame = known?.timeColumn === timeColumn && known?.output === output && known?.members === members;
  if (known && known.model === model && isSame) {
    return known.checked;
  }
  const checked = check(part, model, options);
  remembered.set(part, { model, members, timeColumn, output, checked });
  return checked;
}

function check(part: QueryPart, model: ModelSource | undefined, options: BindOptions): CheckedPart {
  const bound = new Map<Query, BoundQueryResult>();
  let all = [...part.problems];
  for (const statement of part.statements) {
    if (statement.kind !== "query") {
      continue;
    }
    if (model) {
      const result = bindQuery(statement, model, options);
      bound.set(statement, result);
      all = all.map((problem) => withAdvice(problem, part.text, statement, result, model));
      all.push(...result.problems);
    } else {
      all.push(...checkTime(statement, options).problems);
    }
  }
  all.push(...checkOptions(part.text, kindOf(part.statements[0], bound)));
  // A forgotten comma explains what looked like a label without AS.
  const commas = new Set(all.filter(({ code }) => code === "SL203").map(({ start }) => start));
  return { bound, problems: inTextOrder(all.filter(({ code, start }) => code !== "SL205" || !commas.has(start))) };
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
  return document.parts.flatMap(({ part, start }) =>
    problemsOf(part).map((problem) => ({ ...problem, start: problem.start + start, end: problem.end + start })),
  );
}

import { createModelSource } from "../../core/model/create-model-source.ts";
import type { ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import type { ModelSource } from "../../core/model/model-source.ts";
import { hasNewErrors, resolvesProblems } from "../../core/text/fix.ts";
import { type FixedText, fixAll, type ObviousFix } from "../../core/text/fix-all.ts";
import type { Problem } from "../../core/text/problem.ts";
import { applyEdits } from "../../core/text/span.ts";
import type { BindOptions } from "../binding/bind-query.ts";
import type { MemberLookup } from "../binding/member-lookup.ts";
import { checkStatementText } from "../checks/check-document.ts";
import { lexQuery } from "../syntax/lexer.ts";
import { type ParseOptions, parseScript } from "../syntax/parse-script.ts";
import type { ParsedStatementText } from "../syntax/query-document.ts";
import { queryKind } from "../syntax/query-kind.ts";
import { defaultTimeColumn } from "../syntax/time-column.ts";
import type { Query } from "../syntax/tree.ts";
import type { FixFactory, FixScope, QueryFix } from "./fix.ts";
import { fixFactories } from "./fix-table.ts";

/** Model that the names of a document part are checked against. Without a model, names are not checked. */
export interface StatementNames {
  readonly model?: ModelSource | undefined;
  readonly members?: MemberLookup;
}

export interface FixOptions extends BindOptions, ParseOptions, StatementNames {
  /**
   * Looks up the names that a document part would contain after a fix. Needed for models that contain only the names
   * searched so far.
   */
  readonly namesOf?: (part: ParsedStatementText) => Promise<StatementNames>;
  /** Current time in epoch milliseconds. */
  readonly now: number;
  readonly search?: (search: ModelSearch) => Promise<ModelSearchResult>;
}

const noModel = createModelSource([], []);
const makers = new Map<string, FixFactory>(Object.entries(fixFactories));

/** Returns the fixes that resolve a problem of a document part without causing new errors. */
export async function findQueryFixes(
  part: ParsedStatementText,
  problem: Problem,
  options: FixOptions,
): Promise<readonly QueryFix[]> {
  const made = (await makers.get(problem.code)?.(scopeOf(part, problem, options))) ?? [];
  const before = checkText(part.text, options);
  const fixes: QueryFix[] = [];
  for (const fix of made) {
    if ((fixes.length === 0 || !fix.isFallback) && (await helps(part, problem, fix, before, options))) {
      // Of several preferred fixes only the most likely one stays preferred.
      const isPreferred = fix.isPreferred === true && !fixes.some((other) => other.isPreferred);
      fixes.push({ ...fix, isPreferred });
    }
  }
  return fixes;
}

/**
 * Applies the preferred fixes of a document part that do not change the query's meaning. Edits are kept only if they
 * resolve their problems and add no errors.
 */
export async function fixPart(
  part: ParsedStatementText,
  options: FixOptions,
  isCancelled: () => boolean,
): Promise<FixedText> {
  const withNames = async (text: string) => {
    const read = text === part.text ? part : readPart(text, options);
    return { read, known: { ...options, ...(await options.namesOf?.(read)) } };
  };
  return await fixAll(part.text, {
    isCancelled,
    async find(text) {
      const { read, known } = await withNames(text);
      const { problems } = checkStatementText(read, known.model, known);
      const fixes: ObviousFix[] = [];
      for (const problem of problems) {
        // Without the model, a label cannot be distinguished from a column after a forgotten comma.
        if (!isCancelled() && (problem.code !== "SL205" || known.model)) {
          const found = await findQueryFixes(read, problem, known);
          const obvious = found.filter(({ isPreferred, changes }) => isPreferred && changes === undefined);
          fixes.push(...obvious.map(({ edits }) => ({ code: problem.code, edits })));
        }
      }
      return { problemCount: problems.length, fixes };
    },
    async proves(text, edited, codes) {
      const before = checkText(text, (await withNames(text)).known);
      const after = checkText(edited, (await withNames(edited)).known);
      return !addsErrors(before, after) && resolvesProblems(before.problems, after.problems, codes);
    },
  });
}

interface CheckedText {
  readonly problems: readonly Problem[];
  /** Problems that are found without a model. */
  readonly ownProblems: readonly Problem[];
  readonly isKnown: boolean;
  /** Whether the FROM object of every query is known, so that the queries' names could be checked. */
  readonly isBound: boolean;
}

function readPart(text: string, options: ParseOptions): ParsedStatementText {
  const { script, problems } = parseScript(text, options);
  return { text, statements: script.statements, comments: script.comments, problems };
}

function checkText(text: string, options: FixOptions): CheckedText {
  const part = readPart(text, options);
  const { bound, problems: all } = checkStatementText(part, options.model, options);
  return {
    problems: all,
    ownProblems: options.model ? checkStatementText({ ...part }, undefined, options).problems : all,
    isKnown: options.model !== undefined,
    isBound: options.model !== undefined && bound.every((result) => !result || result.object !== undefined),
  };
}

async function helps(
  part: ParsedStatementText,
  { code }: Problem,
  fix: QueryFix,
  before: CheckedText,
  options: FixOptions,
): Promise<boolean> {
  const text = applyEdits(part.text, fix.edits);
  const names = await options.namesOf?.(readPart(text, options));
  const after = checkText(text, { ...options, ...names });
  const isFound = before.problems.some((problem) => problem.code === code);
  return !addsErrors(before, after) && (!isFound || resolvesProblems(before.problems, after.problems, [code]));
}

/** Whether a fix causes new errors. Errors that existed before but could not be detected do not count. */
function addsErrors(before: CheckedText, after: CheckedText): boolean {
  const isBound = before.isBound && after.isKnown;
  const [old, now] = isBound ? [before.problems, after.problems] : [before.ownProblems, after.ownProblems];
  return hasNewErrors(old, now);
}

function scopeOf(part: ParsedStatementText, problem: Problem, options: FixOptions): FixScope {
  const { bound, problems } = checkStatementText(part, options.model, options);
  const queries = part.statements.filter((statement): statement is Query => statement.kind === "query");
  const query = queries.find(({ start, end }) => start <= problem.start && problem.end <= end) ?? queries.at(-1);
  const result = query && bound[part.statements.indexOf(query)];
  return {
    text: part.text,
    tokens: lexQuery(part.text).tokens,
    problem,
    problems,
    query,
    kind: result?.kind ?? (query ? queryKind(query) : "list"),
    object: result?.object,
    model: options.model ?? noModel,
    timeColumn: options.timeColumn ?? defaultTimeColumn,
    now: options.now,
    search: options.search ?? (() => Promise.resolve({ entries: [], isComplete: false })),
  };
}

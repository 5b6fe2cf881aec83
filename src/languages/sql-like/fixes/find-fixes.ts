import { createModelSource } from "../../core/model/create-model-source.ts";
import type { ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import type { ModelSource } from "../../core/model/model-source.ts";
import type { Problem } from "../../core/text/problem.ts";
import { applyEdits, type TextEdit } from "../../core/text/span.ts";
import type { BindOptions } from "../binding/bind-query.ts";
import type { MemberLookup } from "../binding/member-lookup.ts";
import { checkPart } from "../checks/check-document.ts";
import { lex } from "../syntax/lexer.ts";
import { type ParseOptions, parseScript } from "../syntax/parse-script.ts";
import type { QueryPart } from "../syntax/query-document.ts";
import { queryKind } from "../syntax/query-kind.ts";
import { defaultTimeColumn } from "../syntax/time-column.ts";
import type { Query } from "../syntax/tree.ts";
import type { Fix, FixMaker, FixScope } from "./fix.ts";
import { fixMakers, safeCodes } from "./fix-table.ts";

/** Model to check a part against; without a model its names are unknown. */
export interface PartNames {
  readonly model?: ModelSource | undefined;
  readonly members?: MemberLookup;
}

export interface FixOptions extends BindOptions, ParseOptions, PartNames {
  /** Looks up the names that a part would contain after a fix, for models that know only names searched before. */
  readonly namesOf?: (part: QueryPart) => Promise<PartNames>;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly search?: (search: ModelSearch) => Promise<ModelSearchResult>;
}

const noModel = createModelSource([], []);
const makers = new Map<string, FixMaker>(Object.entries(fixMakers));

/** Fixes that resolve a problem of a part and cause no new error. */
export async function findFixes(part: QueryPart, problem: Problem, options: FixOptions): Promise<readonly Fix[]> {
  const made = (await makers.get(problem.code)?.(scopeOf(part, problem, options))) ?? [];
  const before = checkText(part.text, options);
  const fixes: Fix[] = [];
  for (const fix of made) {
    if ((fixes.length === 0 || !fix.isFallback) && (await helps(part, problem, fix, before, options))) {
      // Of several preferred fixes only the most likely one stays preferred.
      const isPreferred = fix.isPreferred === true && !fixes.some((other) => other.isPreferred);
      fixes.push({ ...fix, isPreferred });
    }
  }
  return fixes;
}

/** Edits of a part that apply all fixes that are safe without review. */
export async function findSafeEdits(part: QueryPart, options: FixOptions): Promise<readonly TextEdit[]> {
  const { problems } = checkPart(part, options.model, options);
  // Without the model, a label cannot be distinguished from a column after a forgotten comma.
  const safe = problems.filter(({ code }) => safeCodes.has(code) && (code !== "SL205" || options.model));
  const edits: TextEdit[] = [];
  for (const problem of safe) {
    const made = (await makers.get(problem.code)?.(scopeOf(part, problem, options))) ?? [];
    const fix = made.find(({ isPreferred, changes }) => isPreferred && changes === undefined);
    if (fix && !fix.edits.some((edit) => edits.some((other) => touches(edit, other)))) {
      edits.push(...fix.edits);
    }
  }
  const before = checkText(part.text, options);
  const after = checkText(applyEdits(part.text, edits), options);
  return edits.length === 0 || addsErrors(before, after) ? [] : edits;
}

function touches(left: TextEdit, right: TextEdit): boolean {
  return left.start <= right.end && right.start <= left.end;
}

interface CheckedText {
  readonly problems: readonly Problem[];
  /** Problems that need no model. */
  readonly ownProblems: readonly Problem[];
  readonly isKnown: boolean;
  /** Whether the FROM object of every query is known, so that names were checked. */
  readonly isBound: boolean;
}

function readPart(text: string, options: ParseOptions): QueryPart {
  const { script, problems } = parseScript(text, options);
  return { text, statements: script.statements, comments: script.comments, problems };
}

function checkText(text: string, options: FixOptions): CheckedText {
  const part = readPart(text, options);
  const { bound, problems: all } = checkPart(part, options.model, options);
  return {
    problems: all,
    ownProblems: options.model ? checkPart({ ...part }, undefined, options).problems : all,
    isKnown: options.model !== undefined,
    isBound: options.model !== undefined && bound.every((result) => !result || result.object !== undefined),
  };
}

async function helps(
  part: QueryPart,
  { code }: Problem,
  fix: Fix,
  before: CheckedText,
  options: FixOptions,
): Promise<boolean> {
  const text = applyEdits(part.text, fix.edits);
  const names = await options.namesOf?.(readPart(text, options));
  const after = checkText(text, { ...options, ...names });
  const had = countOf(code, before.problems);
  return !addsErrors(before, after) && (had === 0 || countOf(code, after.problems) < had);
}

/** Whether a fix adds errors; errors that only became detectable through it do not count. */
function addsErrors(before: CheckedText, after: CheckedText): boolean {
  const isBound = before.isBound && after.isKnown;
  const [old, now] = isBound ? [before.problems, after.problems] : [before.ownProblems, after.ownProblems];
  return now.some(({ severity, code }) => severity === "error" && countOf(code, now) > countOf(code, old));
}

function countOf(code: string, problems: readonly Problem[]): number {
  return problems.filter((problem) => problem.code === code).length;
}

function scopeOf(part: QueryPart, problem: Problem, options: FixOptions): FixScope {
  const { bound, problems } = checkPart(part, options.model, options);
  const queries = part.statements.filter((statement): statement is Query => statement.kind === "query");
  const query = queries.find(({ start, end }) => start <= problem.start && problem.end <= end) ?? queries.at(-1);
  const result = query && bound[part.statements.indexOf(query)];
  return {
    text: part.text,
    tokens: lex(part.text).tokens,
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

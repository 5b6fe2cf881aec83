import { assertNever } from "../../../base/assert-never.ts";
import { createModelSource } from "../../core/model/create-model-source.ts";
import type { ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import type { ModelSource } from "../../core/model/model-source.ts";
import type { Span } from "../../core/text/span.ts";
import { suggestAfterValue, suggestArguments } from "./arguments.ts";
import { suggestComparedValues, suggestConditions, suggestOperators, suggestPathSegments } from "./conditions.ts";
import { completionContextAt } from "./context.ts";
import { suggestAfterItem, suggestFromObjects, suggestLabels, suggestSelectItems } from "./items.ts";
import { ModelNameFinder } from "./model-names.ts";
import { type CompletionScope, createCompletionScope } from "./scope.ts";
import { type ShellFiles, suggestInShellStatement, suggestShellStatements } from "./shell.ts";
import { suggestQueryStarts } from "./start.ts";
import { type CompletionSuggestion, createKeywordSuggestions } from "./suggestion.ts";
import { suggestDateTexts, suggestPeriodsCalls, suggestRangeEnds, suggestTimePredicates } from "./time.ts";

export interface Completion {
  /** Span that an accepted completion item replaces. The cursor is inside it or at one of its ends. */
  readonly replace: Span;
  /** Completion items in display order. */
  readonly suggestions: readonly CompletionSuggestion[];
  /** Whether the list of completion items is incomplete, so that it must be requested again after further typing. */
  readonly isIncomplete: boolean;
}

export interface CompletionOptions {
  readonly timeColumn: string;
  /** Current time in epoch milliseconds. */
  readonly now: number;
  /** Known content of the business model; undefined without a model. */
  readonly model?: ModelSource;
  /** Typed character that triggered the completion request; undefined if it was requested otherwise. */
  readonly typed?: string | undefined;
  /**
   * Access to files, set for scripts of the command-line shell. Completion then includes the shell's own statements
   * (sql-like-language 12).
   */
  readonly shell?: ShellFiles;
  /** Searches the service for names that `model` does not contain, including dimension members. */
  readonly search: (search: ModelSearch) => Promise<ModelSearchResult>;
}

/**
 * Returns the completion items at an offset in a statement, which may be incomplete (sql-like-language 10). Never
 * throws.
 */
export async function completeQuery(text: string, offset: number, options: CompletionOptions): Promise<Completion> {
  const { timeColumn, shell, typed } = options;
  const context = completionContextAt(text, offset, { timeColumn, isShellScript: shell !== undefined });
  // A quote that ends a string gets no offers: they would capture the Enter key at the end of the line.
  const isAfterString = context?.quote === undefined && (typed === '"' || typed === "'");
  if (!context || context.slot.kind === "nothing" || isAfterString) {
    return { replace: { start: offset, end: offset }, suggestions: [], isIncomplete: false };
  }
  const { model = nothingKnown, search } = options;
  const names = new ModelNameFinder({ model, search, prefix: context.prefix });
  const offers = await offersAt(await createCompletionScope(context, names, options), shell);
  return {
    replace: context.replace,
    suggestions: [...offers].sort((one, other) => one.rank - other.rank),
    isIncomplete: names.isIncomplete,
  };
}

const nothingKnown = createModelSource([], []);

async function offersAt(
  scope: CompletionScope,
  shell: ShellFiles | undefined,
): Promise<readonly CompletionSuggestion[]> {
  const { slot } = scope.context;
  switch (slot.kind) {
    case "nothing":
      return [];
    case "start":
      return shell ? suggestShellStatements(scope) : suggestQueryStarts(scope);
    case "shell":
      return await suggestInShellStatement(scope, slot, shell);
    case "item":
      return await suggestSelectItems(scope);
    case "afterItem":
      return suggestAfterItem(scope, slot.hasLabel);
    case "label":
      return await suggestLabels(scope);
    case "from":
      return await suggestFromObjects(scope);
    case "afterFrom":
      return createKeywordSuggestions("WHERE");
    case "condition":
      return await suggestConditions(scope, slot.isConjunct);
    case "afterCondition":
      return createKeywordSuggestions("AND", "OR");
    case "afterTime":
      return await suggestTimePredicates(scope);
    case "timePeriods":
      return await suggestPeriodsCalls(scope);
    case "timeEnd":
      return await suggestRangeEnds(scope);
    case "rangeAnd":
      return createKeywordSuggestions("AND");
    case "afterOperand":
      return await suggestOperators(scope, slot.path, slot.isNegated);
    case "nullTest":
      return slot.isNegated ? createKeywordSuggestions("NULL") : createKeywordSuggestions("NULL", "NOT NULL");
    case "value":
      return await suggestComparedValues(scope, slot.path, slot.list, slot.given);
    case "path":
      return await suggestPathSegments(scope, slot.path, slot.use);
    case "afterValue":
      return suggestAfterValue(scope.context, slot.takesMore);
    case "dateText":
      return await suggestDateTexts(scope);
    case "argument":
      return await suggestArguments(scope, slot);
    default:
      return assertNever(slot);
  }
}

/**
 * Characters after which the editor requests completion automatically. The slash is for file paths in shell scripts.
 */
export const queryTriggerCharacters: readonly string[] = [".", "(", '"', "'", ",", " ", "/"];

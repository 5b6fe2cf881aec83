import { assertNever } from "../../../base/assert-never.ts";
import { createModelSource } from "../../core/model/create-model-source.ts";
import type { ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import type { ModelSource } from "../../core/model/model-source.ts";
import type { Span } from "../../core/text/span.ts";
import { afterValueOffers, argumentOffers } from "./arguments.ts";
import { conditionOffers, operatorOffers, pathOffers, valueOffers } from "./conditions.ts";
import { completionContext } from "./context.ts";
import { afterItemOffers, itemOffers, labelOffers, objectOffers } from "./items.ts";
import { CompletionNames } from "./model-names.ts";
import { type CompletionOffer, keywords } from "./offer.ts";
import { type CompletionScope, completionScope } from "./scope.ts";
import { type ShellFiles, shellOffers, shellStartOffers } from "./shell.ts";
import { startOffers } from "./start.ts";
import { dateTextOffers, periodsOffers, timeEndOffers, timeFormOffers } from "./time.ts";

export interface Completion {
  /** Span that an accepted completion item replaces. The cursor is inside it or at one of its ends. */
  readonly replace: Span;
  /** Completion items in display order. */
  readonly offers: readonly CompletionOffer[];
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
export async function complete(text: string, offset: number, options: CompletionOptions): Promise<Completion> {
  const { timeColumn, shell, typed } = options;
  const context = completionContext(text, offset, { timeColumn, isShellScript: shell !== undefined });
  // A quote that ends a string gets no offers: they would capture the Enter key at the end of the line.
  const isAfterString = context?.quote === undefined && (typed === '"' || typed === "'");
  if (!context || context.slot.kind === "nothing" || isAfterString) {
    return { replace: { start: offset, end: offset }, offers: [], isIncomplete: false };
  }
  const { model = nothingKnown, search } = options;
  const names = new CompletionNames({ model, search, prefix: context.prefix });
  const offers = await offersAt(await completionScope(context, names, options), shell);
  return {
    replace: context.replace,
    offers: [...offers].sort((one, other) => one.rank - other.rank),
    isIncomplete: names.isIncomplete,
  };
}

const nothingKnown = createModelSource([], []);

async function offersAt(scope: CompletionScope, shell: ShellFiles | undefined): Promise<readonly CompletionOffer[]> {
  const { slot } = scope.context;
  switch (slot.kind) {
    case "nothing":
      return [];
    case "start":
      return shell ? shellStartOffers(scope) : startOffers(scope);
    case "shell":
      return await shellOffers(scope, slot, shell);
    case "item":
      return await itemOffers(scope);
    case "afterItem":
      return afterItemOffers(scope, slot.hasLabel);
    case "label":
      return await labelOffers(scope);
    case "from":
      return await objectOffers(scope);
    case "afterFrom":
      return keywords("WHERE");
    case "condition":
      return await conditionOffers(scope, slot.isConjunct);
    case "afterCondition":
      return keywords("AND", "OR");
    case "afterTime":
      return await timeFormOffers(scope);
    case "timePeriods":
      return await periodsOffers(scope);
    case "timeEnd":
      return await timeEndOffers(scope);
    case "rangeAnd":
      return keywords("AND");
    case "afterOperand":
      return await operatorOffers(scope, slot.path, slot.isNegated);
    case "nullTest":
      return slot.isNegated ? keywords("NULL") : keywords("NULL", "NOT NULL");
    case "value":
      return await valueOffers(scope, slot.path, slot.list, slot.given);
    case "path":
      return await pathOffers(scope, slot.path, slot.use);
    case "afterValue":
      return afterValueOffers(scope.context, slot.takesMore);
    case "dateText":
      return await dateTextOffers(scope);
    case "argument":
      return await argumentOffers(scope, slot);
    default:
      return assertNever(slot);
  }
}

/**
 * Characters after which the editor requests completion automatically. The slash is for file paths in shell scripts.
 */
export const triggerCharacters: readonly string[] = [".", "(", '"', "'", ",", " ", "/"];

import { isRecord } from "../../../base/guards.ts";
import type { AggregateQueryRequest } from "../../../contract/queries.ts";
import type { ModelNode } from "../model/model-node.ts";
import type { ValueType } from "../model/model-source.ts";
import type { Problem } from "../text/problem.ts";
import type { Span } from "../text/span.ts";

/** Request to the language server for the statements of a text. */
export const statementsRequest = "workforce/query/statements";

export interface StatementsParams {
  readonly text: string;
  /** Whether the text is a script of the command-line shell (sql-like-language 12). */
  readonly isShellScript: boolean;
}

/** Statement of a text, without its `;`. */
export type ScriptStatement = Span &
  (
    | { readonly kind: "aggregate" | "list" | "begin" | "commit" | "rollback" | "unknown" }
    | { readonly kind: "setSchema"; readonly schema: "analytic" | "staging" }
    /** `path` is spelled as between its quotes. */
    | { readonly kind: "copy"; readonly object: string; readonly path: string }
  );

export interface ReadStatements {
  readonly statements: readonly ScriptStatement[];
  /** Errors that need no model, those of the shell's state included; in text order. */
  readonly errors: readonly (Span & { readonly message: string })[];
}

/** Request to the language server for the value types of a statement's answer columns. */
export const columnTypesRequest = "workforce/query/columnTypes";

/** Parameters of both requests. */
export interface ColumnTypesParams {
  /** Text of one statement. */
  readonly text: string;
}

/**
 * Request to the language server for what may be added up in a statement's answer; answers `AnswerAdditivity`, or null
 * if the text cannot be read as one query.
 */
export const columnAdditivityRequest = "workforce/query/columnAdditivity";

/** Value types by column name (sql-like-language 11.2); columns of unknown type are left out. */
export type ColumnTypes = Readonly<Record<string, ValueType>>;

/**
 * Request to the language server for the JSON requests that a statement is equivalent to (sql-like-language appendix
 * B).
 */
export const loweredRequest = "workforce/query/lowered";

export interface LoweredParams {
  /** Text of one statement. */
  readonly text: string;
  /** Name of the time column; the server's default when left out. */
  readonly timeColumn?: string | undefined;
}

export type LoweredStatement =
  | { readonly kind: "list" }
  | {
      readonly kind: "aggregate";
      /** One request for each metric in SELECT order, since a cell set holds one metric. */
      readonly requests: readonly AggregateQueryRequest[];
      readonly columns: readonly LoweredColumn[];
    }
  /** The statement has errors, or its names could not be looked up. */
  | { readonly kind: "problem"; readonly message: string };

/** Column of the result table; `index` counts from 0 among the metrics or the axes. */
type LoweredColumn =
  | { readonly kind: "metric"; readonly name: string; readonly index: number }
  | { readonly kind: "axis"; readonly name: string; readonly index: number }
  | { readonly kind: "time"; readonly name: string };

/** Type guard for the language server's answer. */
export function isLoweredStatement(value: unknown): value is LoweredStatement {
  if (!isRecord(value) || !("kind" in value)) {
    return false;
  }
  switch (value.kind) {
    case "list":
      return true;
    case "aggregate":
      return (
        "requests" in value && isListOfObjects(value.requests) && "columns" in value && isListOfObjects(value.columns)
      );
    default:
      return value.kind === "problem" && "message" in value && typeof value.message === "string";
  }
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => isRecord(one));
}

/** Request to the language server for the problems of one of our JSON files, open or not. */
export const jsonProblemsRequest = "workforce/json/problems";

export interface JsonProblemsParams {
  /** The file name decides the kind of file. */
  readonly uri: string;
  readonly text: string;
}

/** Empty for files of an unknown kind. */
export type JsonProblems = readonly Pick<Problem, "code" | "severity" | "message" | "start" | "end">[];

/** Request to the language server for the hover text of a name of the model, as Markdown; null without one. */
export const describedNameRequest = "workforce/model/describe";

export interface DescribedNameParams {
  readonly node: ModelNode;
  /** Whether the name is of the active target, whose model can be searched for more about it. */
  readonly isActive: boolean;
}

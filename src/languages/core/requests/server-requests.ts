import type { CellMembers } from "../../../base/cell-members.ts";
import { isRecord } from "../../../base/guards.ts";
import type { ColumnMembers } from "../../../base/member-names.ts";
import type { AggregateQueryRequest } from "../../../contract/queries.ts";
import type { SqlLikeAggregateOptions } from "../../../contract/query-options.ts";
import type { ModelNode } from "../model/model-node.ts";
import type { ValueType } from "../model/model-source.ts";
import type { LineAndColumn } from "../text/locate.ts";
import type { Problem } from "../text/problem.ts";
import type { Span } from "../text/span.ts";

/** LSP method of the request to the language server for the list of statements in a text. */
export const statementsRequest = "workforce/query/statements";

export interface StatementsParams {
  readonly text: string;
  /** Whether the text is a script of the command-line shell (sql-like-language 12). */
  readonly isShellScript: boolean;
}

/** A statement in a text. Its span excludes the terminating `;`. */
export type StatementSummary = Span &
  (
    | { readonly kind: "aggregate" | "list" | "begin" | "commit" | "rollback" | "unknown" }
    | { readonly kind: "setSchema"; readonly schema: "analytic" | "staging" }
    /** A copy statement of the shell. `path` is the unparsed text between the quotes. */
    | { readonly kind: "copy"; readonly object: string; readonly path: string }
  );

export interface StatementsResponse {
  readonly statements: readonly StatementSummary[];
  /** Errors that are found without the business model, in text order. They include wrong uses of shell state. */
  readonly errors: readonly (Span & { readonly message: string })[];
}

/** LSP method of the request to the language server for the value types of the columns in a statement's result. */
export const columnTypesRequest = "workforce/query/columnTypes";

/** Parameters of the two requests about result columns: value types and additivity. */
export interface ColumnTypesParams {
  /** Text of one statement. */
  readonly text: string;
}

/**
 * LSP method of the request to the language server for the additivity of the values in a statement's result. The
 * response is an `AnswerAdditivity`, or null if the text is not a single valid query.
 */
export const columnAdditivityRequest = "workforce/query/columnAdditivity";

/** Value types of result columns by column name (sql-like-language 11.2). Columns of unknown type are omitted. */
export type ColumnValueTypes = Readonly<Record<string, ValueType>>;

/**
 * LSP method of the request to the language server for the JSON requests equivalent to a statement (sql-like-language
 * appendix B).
 */
export const lowerStatementRequest = "workforce/query/lowered";

export interface LowerStatementParams {
  /** Text of exactly one statement. */
  readonly text: string;
  /** Name of the time column. Defaults to the name configured in the language server. */
  readonly timeColumn?: string | undefined;
}

export type LowerStatementResult =
  | { readonly kind: "list" }
  | {
      readonly kind: "aggregate";
      /**
       * JSON requests, one per metric in SELECT order, since the response to one request holds the values of one
       * metric.
       */
      readonly requests: readonly AggregateQueryRequest[];
      readonly columns: readonly LoweredColumn[];
    }
  /** The statement could not be converted, because it has errors or its names could not be looked up. */
  | { readonly kind: "problem"; readonly message: string };

/** A column of the query result. `index` is the zero-based position among the metrics or among the axes. */
type LoweredColumn =
  | { readonly kind: "metric"; readonly name: string; readonly index: number }
  | { readonly kind: "axis"; readonly name: string; readonly index: number }
  | { readonly kind: "time"; readonly name: string };

/** Type guard for the language server's response to a request for equivalent JSON requests. */
export function isLoweredStatement(value: unknown): value is LowerStatementResult {
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

/**
 * LSP method of the request to the language server for the list query that returns the records behind a cell of an
 * aggregate query's result. The response is a `RecordsQuery`.
 */
export const recordsQueryRequest = "workforce/query/records";

export interface RecordsQueryParams {
  /** Text of exactly one statement. */
  readonly text: string;
  /** Options with which the statement ran. */
  readonly options: SqlLikeAggregateOptions;
  readonly cell: CellMembers;
}

/**
 * LSP method of the request to the language server for the display names of the members in an aggregate query's result.
 * The response is a `ColumnMemberNames`.
 */
export const memberNamesRequest = "workforce/query/memberNames";

export interface MemberNamesParams {
  /** Text of exactly one statement. */
  readonly text: string;
  /** Options with which the statement ran. */
  readonly options: SqlLikeAggregateOptions;
  /** Texts of the result whose display names are asked for. */
  readonly members: ColumnMembers;
}

/**
 * LSP method of the request to the language server for the problems of a query text that is not open in an editor. The
 * response is a `QueryProblem[]`.
 */
export const queryProblemsRequest = "workforce/query/problems";

export interface QueryProblemsParams {
  /** Text of one or more statements. */
  readonly text: string;
}

/** A problem of a query text, with the place where it begins. */
export interface QueryProblem extends Pick<Problem, "severity" | "message">, LineAndColumn {}

/**
 * LSP method of the request to the language server for the problems of one of the extension's JSON files, whether or
 * not it is open.
 */
export const jsonProblemsRequest = "workforce/json/problems";

export interface JsonProblemsParams {
  /** URI of the file. Its file name determines the kind of JSON file. */
  readonly uri: string;
  readonly text: string;
}

/** Problems of a JSON file. Empty if the kind of file is unknown. */
export type JsonProblems = readonly Pick<Problem, "code" | "severity" | "message" | "start" | "end">[];

/**
 * LSP method of the request to the language server for the hover text of a model name, as Markdown. The response is
 * null if there is none.
 */
export const describeNameRequest = "workforce/model/describe";

export interface DescribeNameParams {
  readonly node: ModelNode;
  /** Whether the name belongs to the model of the active connection, which can be searched for more details. */
  readonly isActive: boolean;
}

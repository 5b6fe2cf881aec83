import type { ValueType } from "../model/model-source.ts";

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

import type { ValueType } from "../model/model-source.ts";

/** Request to the language server: what the columns of a statement's answer hold. */
export const columnTypesRequest = "workforce/query/columnTypes";

/** Of both requests. */
export interface ColumnTypesParams {
  /** One statement. */
  readonly text: string;
}

/** Request to the language server: how far metrics of a statement's answer may be added up; answers `ColumnAdditivity`. */
export const columnAdditivityRequest = "workforce/query/columnAdditivity";

/** By column name (sql-like-language 11.2); a column that cannot be told is left out. */
export type ColumnTypes = Readonly<Record<string, ValueType>>;

import type { TableModel } from "../../core/model/table-model.ts";
import type { TextForm } from "../syntax/text-parts.ts";
import type { TableView } from "./table-schema.ts";

/** Context in which a text of table-source SQL is analysed. */
export interface TableSqlOptions {
  readonly tables: TableModel;
  /** Name of the time column of the SQL-like language, which is not a SQL column. */
  readonly timeColumn: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Local views: inputs of a job, or `input` and `output` of a joinFilter. */
  readonly views?: readonly TableView[];
  /** Statements by default. A joinFilter is a condition over its views (sql-like-language 13.4). */
  readonly form?: TextForm;
  /** Whether the text has changed since the request. Slow work is then abandoned. */
  readonly isStale?: () => boolean;
}

import type { TableModel } from "../../core/model/table-model.ts";
import type { SqlTextKind } from "../syntax/text-parts.ts";
import type { LocalView } from "./table-schema.ts";

/** Context in which a text of table-source SQL is analysed: tables, views and settings. */
export interface TableSqlOptions {
  readonly tables: TableModel;
  /** Name of the time column in the SQL-like query language. It is not a column in table-source SQL. */
  readonly timeColumn: string;
  /** Current time in epoch milliseconds. */
  readonly now: number;
  /** Local views that the SQL can query: inputs of a job, or `input` and `output` of a joinFilter. */
  readonly views?: readonly LocalView[];
  /** Kind of SQL text. Defaults to statements. A joinFilter is a condition over two views (sql-like-language 13.4). */
  readonly form?: SqlTextKind;
  /** Returns whether the text has changed since the request. Slow operations then stop early. */
  readonly isStale?: () => boolean;
}

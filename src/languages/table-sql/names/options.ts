import type { TableModel } from "../../core/model/table-model.ts";
import type { TextForm } from "../syntax/read-text.ts";
import type { TableView } from "./table-schema.ts";

/** What table-source SQL is read with. */
export interface TableSqlOptions {
  readonly tables: TableModel;
  /** Name of the time column of the SQL-like language, which is no column here. */
  readonly timeColumn: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Views that only this text sees; `input` and `output` of a joinFilter. */
  readonly views?: readonly TableView[];
  /** What the text is; statements unless told. A joinFilter is a condition over its views (sql-like-language 13.4). */
  readonly form?: TextForm;
  /** Whether the text was changed since it was asked about; what takes long gives up then. */
  readonly isStale?: () => boolean;
}

import { type ColumnTypesParams, columnTypesRequest } from "../core/column-requests.ts";
import { columnTypes } from "../sql-like/column-types.ts";
import type { ServerParts } from "./server-parts.ts";

/** Tells the editor what the columns of an answer hold. */
export function registerColumnTypes({ connection, model, options }: ServerParts): void {
  connection.onRequest(columnTypesRequest, ({ text }: ColumnTypesParams) =>
    columnTypes(text, { timeColumn: options().timeColumn, search: (search) => model.search(search) }),
  );
}

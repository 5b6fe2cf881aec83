import {
  type ColumnTypesParams,
  columnAdditivityRequest,
  columnTypesRequest,
} from "../core/requests/column-requests.ts";
import { columnAdditivity } from "../sql-like/binding/column-additivity.ts";
import { columnTypes } from "../sql-like/binding/column-types.ts";
import type { ServerParts } from "./server-parts.ts";

/** Answers requests for the value types and additivity of an answer's columns. */
export function registerColumnTypes({ connection, model, options }: ServerParts): void {
  connection.onRequest(columnTypesRequest, ({ text }: ColumnTypesParams) =>
    columnTypes(text, { timeColumn: options().timeColumn, search: (search) => model.search(search) }),
  );
  connection.onRequest(
    columnAdditivityRequest,
    async ({ text }: ColumnTypesParams) => (await columnAdditivity(text, (search) => model.search(search))) ?? null,
  );
}

import {
  type ColumnTypesParams,
  columnAdditivityRequest,
  columnTypesRequest,
  type LoweredParams,
  type LoweredStatement,
  loweredRequest,
  type StatementsParams,
  statementsRequest,
} from "../core/requests/server-requests.ts";
import { columnAdditivity } from "../sql-like/binding/column-additivity.ts";
import { columnTypes } from "../sql-like/binding/column-types.ts";
import { lowerPart } from "../sql-like/lowering/lower-part.ts";
import { readStatements } from "../sql-like/structure/code-lenses.ts";
import { QueryDocument } from "../sql-like/syntax/query-document.ts";
import type { ServerModel } from "./server-model.ts";
import type { ServerParts } from "./server-parts.ts";

/**
 * Sends our extension the statements that can be run. The extension creates the lenses itself, since it knows the runs;
 * other editors could run nothing.
 */
export function registerCodeLenses({ connection }: ServerParts): void {
  connection.onRequest(statementsRequest, ({ text, isShellScript }: StatementsParams) =>
    readStatements(text, isShellScript),
  );
}

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

/** Answers requests for the JSON requests that a statement is equivalent to. */
export function registerLowered({ connection, model, options }: ServerParts): void {
  connection.onRequest<LoweredStatement, void>(
    loweredRequest,
    ({ text, timeColumn = options().timeColumn }: LoweredParams) => lowerText(text, model, timeColumn),
  );
}

/** Looks up the names of one statement and lowers it to JSON requests. */
export async function lowerText(text: string, model: ServerModel, timeColumn: string): Promise<LoweredStatement> {
  const [placed] = QueryDocument.create(text).parts;
  if (!placed) {
    return { kind: "problem", message: "line 1, column 1: A query starts with SELECT." };
  }
  await model.load(placed.part);
  const loaded = model.modelOf(placed.part);
  return loaded
    ? lowerPart(placed.part, loaded.source, timeColumn)
    : {
        kind: "problem",
        message: "The model could not be asked for the names of the query. Run it again in a moment.",
      };
}

import {
  type ColumnTypesParams,
  columnAdditivityRequest,
  columnTypesRequest,
  type LowerStatementParams,
  type LowerStatementResult,
  lowerStatementRequest,
  type StatementsParams,
  statementsRequest,
} from "../core/requests/server-requests.ts";
import { findColumnAdditivity } from "../sql-like/binding/column-additivity.ts";
import { findColumnTypes } from "../sql-like/binding/column-types.ts";
import { lowerStatementText } from "../sql-like/lowering/lower-part.ts";
import { readStatements } from "../sql-like/structure/code-lenses.ts";
import { QueryDocument } from "../sql-like/syntax/query-document.ts";
import type { ServerModel } from "./server-model.ts";
import type { ServerContext } from "./server-parts.ts";

/**
 * Registers a request that returns the executable statements of a document. The extension creates the code lenses from
 * them, because it knows which queries are running. Other editors cannot run queries.
 */
export function registerCodeLenses({ connection }: ServerContext): void {
  connection.onRequest(statementsRequest, ({ text, isShellScript }: StatementsParams) =>
    readStatements(text, isShellScript),
  );
}

/** Registers the requests for the value types and the additivity of the columns in a query result. */
export function registerColumnTypes({ connection, model, options }: ServerContext): void {
  connection.onRequest(columnTypesRequest, ({ text }: ColumnTypesParams) =>
    findColumnTypes(text, { timeColumn: options().timeColumn, search: (search) => model.search(search) }),
  );
  connection.onRequest(
    columnAdditivityRequest,
    async ({ text }: ColumnTypesParams) => (await findColumnAdditivity(text, (search) => model.search(search))) ?? null,
  );
}

/** Registers the request for the JSON requests that are equivalent to a statement. */
export function registerLowerStatement({ connection, model, options }: ServerContext): void {
  connection.onRequest<LowerStatementResult, void>(
    lowerStatementRequest,
    ({ text, timeColumn = options().timeColumn }: LowerStatementParams) =>
      lowerSingleStatement(text, model, timeColumn),
  );
}

/** Looks up the names of one statement and converts it to equivalent JSON requests. */
export async function lowerSingleStatement(
  text: string,
  model: ServerModel,
  timeColumn: string,
): Promise<LowerStatementResult> {
  const [placed] = QueryDocument.create(text).parts;
  if (!placed) {
    return { kind: "problem", message: "line 1, column 1: A query starts with SELECT." };
  }
  await model.load(placed.part);
  const loaded = model.modelOf(placed.part);
  return loaded
    ? lowerStatementText(placed.part, loaded.source, timeColumn)
    : {
        kind: "problem",
        message: "The model could not be asked for the names of the query. Run it again in a moment.",
      };
}

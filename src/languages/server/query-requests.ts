import type { RecordsQuery } from "../../base/cell-members.ts";
import type { ColumnMemberNames } from "../../base/member-names.ts";
import { propertyId } from "../core/model/model-node.ts";
import type { AnalyticObject, ModelSource } from "../core/model/model-source.ts";
import {
  type ColumnTypesParams,
  columnAdditivityRequest,
  columnTypesRequest,
  type LowerStatementParams,
  type LowerStatementResult,
  lowerStatementRequest,
  type MemberNamesParams,
  memberNamesRequest,
  type QueryProblem,
  type QueryProblemsParams,
  queryProblemsRequest,
  type RecordsQueryParams,
  recordsQueryRequest,
  type StatementsParams,
  statementsRequest,
} from "../core/requests/server-requests.ts";
import { lineAndColumnAt } from "../core/text/locate.ts";
import { findColumnAdditivity } from "../sql-like/binding/column-additivity.ts";
import { findColumnTypes } from "../sql-like/binding/column-types.ts";
import { checkQueryDocument } from "../sql-like/checks/check-document.ts";
import { lowerStatementText } from "../sql-like/lowering/lower-part.ts";
import { findMemberNames } from "../sql-like/names/member-names.ts";
import { createRecordsQuery } from "../sql-like/records/records-query.ts";
import { readStatements } from "../sql-like/structure/code-lenses.ts";
import { type ParsedStatementText, QueryDocument } from "../sql-like/syntax/query-document.ts";
import { problemsOf } from "./diagnostics.ts";
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

/** Registers the request for the list query of the records behind a cell of a result. */
export function registerRecordsQuery({ connection, model, options }: ServerContext): void {
  connection.onRequest<RecordsQuery, void>(recordsQueryRequest, async ({ text, ...asked }: RecordsQueryParams) => {
    const loaded = await loadStatement(text, model);
    const { timeColumn } = options();
    return typeof loaded === "string"
      ? { kind: "refused", reason: loaded }
      : createRecordsQuery(loaded.part, loaded.source, {
          timeColumn,
          ...asked,
          columnsOf: (object) => chooseListColumns(object, model),
        });
  });
}

/** Registers the request for the display names of the members in a result. */
export function registerMemberNames({ connection, model, options }: ServerContext): void {
  connection.onRequest<ColumnMemberNames, void>(memberNamesRequest, async ({ text, ...asked }: MemberNamesParams) => {
    const loaded = await loadStatement(text, model);
    return typeof loaded === "string"
      ? {}
      : findMemberNames(loaded.part, loaded.source, {
          timeColumn: options().timeColumn,
          search: (search) => model.search(search),
          ...asked,
        });
  });
}

/** Registers the request for the problems of a query text that is not open in an editor. */
export function registerQueryProblems(context: ServerContext): void {
  const { connection, model } = context;
  connection.onRequest(queryProblemsRequest, async ({ text }: QueryProblemsParams): Promise<QueryProblem[]> => {
    const document = QueryDocument.create(text);
    for (const { part } of document.parts) {
      await model.load(part);
    }
    return checkQueryDocument(document, (part) => problemsOf(part, context)).map(({ severity, message, start }) => ({
      severity,
      message,
      ...lineAndColumnAt(text, start),
    }));
  });
}

/** Maximum number of properties in a list of records, and of the subject that an event is about. */
const maxListed = { own: 6, ofSubject: 3 };

/**
 * Returns the first properties of an object as items of a SELECT list. For an event, those of the subject that it is
 * about come first.
 */
async function chooseListColumns(
  { id, kind, references }: AnalyticObject,
  model: ServerModel,
): Promise<readonly string[]> {
  const namesOf = async (object: string) => {
    const { entries } = await model.search({ kind: "property", prefix: "", object });
    return entries
      .filter((entry) => (entry.object ?? object) === object)
      .map((entry) => propertyId({ entry, object: { id: object } }));
  };
  const known =
    references.length > 0
      ? references
      : ((await model.search({ kind: "analyticObject", prefix: "", names: [id] })).entries.find(
          (entry) => entry.id === id,
        )?.references ?? []);
  const subject = kind === "event" ? known.find(({ isMultiValue }) => isMultiValue !== true) : undefined;
  const [own, ofSubject] = await Promise.all([namesOf(id), subject ? namesOf(subject.target) : []]);
  return [
    ...ofSubject.slice(0, maxListed.ofSubject).map((name) => `${subject?.id ?? ""}.${name}`),
    ...own.slice(0, maxListed.own),
  ];
}

/** Looks up the names of one statement and converts it to equivalent JSON requests. */
export async function lowerSingleStatement(
  text: string,
  model: ServerModel,
  timeColumn: string,
): Promise<LowerStatementResult> {
  const loaded = await loadStatement(text, model);
  return typeof loaded === "string"
    ? { kind: "problem", message: loaded }
    : lowerStatementText(loaded.part, loaded.source, timeColumn);
}

/** Parses one statement and looks up its names. Returns the reason if that is impossible. */
async function loadStatement(
  text: string,
  model: ServerModel,
): Promise<{ readonly part: ParsedStatementText; readonly source: ModelSource } | string> {
  const [placed] = QueryDocument.create(text).parts;
  if (!placed) {
    return "line 1, column 1: A query starts with SELECT.";
  }
  const { part } = placed;
  await model.load(part);
  const loaded = model.modelOf(part);
  return loaded
    ? { part, source: loaded.source }
    : "The model could not be asked for the names of the query. Run it again in a moment.";
}

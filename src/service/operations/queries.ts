import type { queryOperations } from "../../contract/queries.ts";
import { createJsonResponse, createStreamResponse, type HandlerResponse, HttpError } from "../call/call.ts";
import {
  type AggregateResult,
  type ListResult,
  prepareAggregateQuery,
  prepareListQuery,
  prepareSnapshotQuery,
  QueryError,
  type TableFormat,
} from "../engine/query-engine.ts";
import type { OperationHandlers } from "../parts/service-dependencies.ts";
import { readSqlLike } from "./sql-like-query.ts";

const contentTypes = {
  json: "application/json",
  jsonlines: "application/jsonlines",
  csv: "text/csv",
} as const satisfies Readonly<Record<TableFormat, string>>;

export const queryHandlers: OperationHandlers<typeof queryOperations> = {
  async queryAggregate({ body, tenant, accept, signal }, { profile }) {
    return withQueryErrors(async () => {
      const result = await prepareAggregateQuery(body, { tenant, timeColumn: profile.timeColumn, signal });
      const format = pickFormat(accept);
      return format === "json" ? createJsonResponse({ cellSet: await result.cellSet() }) : tableAnswer(result, format);
    });
  },

  async queryList({ body, tenant, accept, signal }, { profile }) {
    return withQueryErrors(async () =>
      tableAnswer(prepareListQuery(body, { tenant, timeColumn: profile.timeColumn, signal }), pickFormat(accept)),
    );
  },

  async querySnapshot({ body, tenant, accept, signal }, { profile }) {
    return withQueryErrors(async () =>
      tableAnswer(prepareSnapshotQuery(body, { tenant, timeColumn: profile.timeColumn, signal }), pickFormat(accept)),
    );
  },

  async querySqlLike({ body, tenant, accept, signal }, { profile }) {
    return withQueryErrors(async () => {
      const { timeColumn } = profile;
      const query = readSqlLike(body, tenant.model, timeColumn);
      const context = { tenant, timeColumn, signal };
      const format = pickFormat(accept);
      if (query.kind === "list") {
        return tableAnswer(prepareListQuery(query.request, context), format);
      }
      const result = await prepareAggregateQuery(query.request, context);
      return createStreamResponse(contentTypes[format], withQueryErrorsInBody(result.table(format, query.columns)));
    });
  },
};

/** First accepted format; JSON if the caller accepts none, so that the error can be sent. */
function pickFormat(accept: readonly string[]): TableFormat {
  for (const accepted of accept) {
    const [type, subtype] = accepted.split("/");
    const found = (["json", "jsonlines", "csv"] as const).find((format) => {
      const contentType = contentTypes[format];
      return accepted === "*/*" || accepted === contentType || (subtype === "*" && contentType.startsWith(`${type}/`));
    });
    if (found) {
      return found;
    }
  }
  return "json";
}

function tableAnswer(result: AggregateResult | ListResult, format: TableFormat): HandlerResponse {
  return createStreamResponse(contentTypes[format], withQueryErrorsInBody(result.table(format)));
}

/** Turns `QueryError`s of the engine into 400s. */
async function withQueryErrors<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw toHttpError(error);
  }
}

async function* withQueryErrorsInBody(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw toHttpError(error);
  }
}

function toHttpError(error: unknown): unknown {
  return error instanceof QueryError ? new HttpError(400, "QUERY_INVALID", error.message, { cause: error }) : error;
}

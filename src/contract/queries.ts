import { operation, stream } from "./operation.ts";
import {
  AggregateQueryRequest,
  AggregateQueryResponse,
  ListQueryRequest,
  SnapshotQueryRequest,
  SqlLikeQueryRequest,
  TableResponse,
} from "./query-schemas.ts";

const json = "application/json";

/** Flat formats. A request for one must also accept `application/json`, or the service cannot return an error. */
const flat = { "application/jsonlines": stream, "text/csv": stream } as const;

/**
 * The four data queries (service-api, "Data query"). They only read, so they may be repeated although they are POSTs.
 */
export const queries = {
  queryAggregate: operation({
    route: "POST /v1/data/query/aggregate",
    title: "Run an aggregate query",
    kind: "read",
    idempotent: true,
    answersAggregates: true,
    targets: ["tenant", "project"],
    body: { type: json, schema: AggregateQueryRequest },
    answers: { [json]: AggregateQueryResponse, ...flat },
  }),
  queryList: operation({
    route: "POST /v1/data/query/list",
    title: "Run a list query",
    kind: "read",
    idempotent: true,
    answersAggregates: false,
    assumed: ["method", "route"],
    targets: ["tenant", "project"],
    body: { type: json, schema: ListQueryRequest },
    answers: { [json]: TableResponse, ...flat },
  }),
  querySnapshot: operation({
    route: "POST /v1/data/query/snapshot",
    title: "Run a snapshot query",
    kind: "read",
    idempotent: true,
    answersAggregates: false,
    assumed: ["method", "route"],
    targets: ["tenant", "project"],
    body: { type: json, schema: SnapshotQueryRequest },
    answers: { [json]: TableResponse, ...flat },
  }),
  querySqlLike: operation({
    route: "POST /v1/data/query/sql",
    title: "Run a SQL-like query",
    kind: "read",
    idempotent: true,
    answersAggregates: true,
    assumed: ["method", "route"],
    targets: ["tenant", "project"],
    body: { type: json, schema: SqlLikeQueryRequest },
    answers: { [json]: TableResponse, ...flat },
  }),
};

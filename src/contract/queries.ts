import type { Static } from "typebox";
import * as Type from "typebox";
import { defineOperation, streamMarker } from "./operation.ts";
import {
  AggregateQueryOptions,
  ListQueryOptions,
  SnapshotQueryOptions,
  SqlLikeAggregateOptions,
  SqlLikeListOptions,
} from "./query-options.ts";
import {
  ObjectReference,
  QueryAxis,
  QueryFilter,
  QueryParameterValue,
  QueryProperty,
  QueryTimeInterval,
  QueryTimeIntervals,
} from "./query-parts.ts";

/** Request schema of an aggregate query. */
export const AggregateQueryRequest = Type.Object({
  query: Type.Object({
    source: Type.Optional(
      Type.Object(
        {
          formula: Type.Optional(Type.String()),
          metric: Type.Optional(Type.String()),
          metrics: Type.Optional(
            Type.Object({
              columns: Type.Optional(
                Type.Array(
                  Type.Object({
                    columnName: Type.Optional(Type.String()),
                    id: Type.Optional(Type.String()),
                    formula: Type.Optional(Type.String()),
                    qualifyingPath: Type.Optional(Type.String()),
                  }),
                ),
              ),
            }),
          ),
        },
        { oneOf: [{ required: ["formula"] }, { required: ["metric"] }, { required: ["metrics"] }] },
      ),
    ),
    filters: Type.Optional(Type.Array(QueryFilter)),
    axes: Type.Optional(Type.Array(QueryAxis)),
    timeIntervals: QueryTimeIntervals,
    parameterValues: Type.Optional(Type.Array(QueryParameterValue)),
  }),
  options: Type.Optional(AggregateQueryOptions),
});
export type AggregateQueryRequest = Static<typeof AggregateQueryRequest>;

/**
 * Schema of a multidimensional query result. Its inner structure is assumed, because the specification does not show
 * it.
 */
export const CellSet = Type.Cyclic(
  {
    CellSet: Type.Object(
      {
        cells: Type.Optional(
          Type.Array(
            Type.Object({
              value: Type.Optional(Type.String()),
              support: Type.Optional(Type.String()),
              coordinates: Type.Optional(Type.Array(Type.Integer())),
              distribution: Type.Optional(
                Type.Array(Type.Object({ value: Type.Optional(Type.String()), support: Type.Optional(Type.String()) })),
              ),
            }),
            { "x-source": "assumed" },
          ),
        ),
        axes: Type.Optional(
          Type.Array(
            Type.Object({
              dimension: Type.Optional(ObjectReference),
              positions: Type.Optional(
                Type.Array(
                  Type.Object({
                    path: Type.Optional(Type.Array(Type.String())),
                    displayName: Type.Optional(Type.String()),
                    displayNamePath: Type.Optional(Type.Array(Type.String())),
                  }),
                ),
              ),
            }),
            { "x-source": "assumed" },
          ),
        ),
        lineage: Type.Optional(
          Type.Object(
            { cellSets: Type.Optional(Type.Array(Type.Ref("CellSet"))), op: Type.Optional(Type.String()) },
            { "x-source": "assumed" },
          ),
        ),
      },
      { "x-source": "assumed" },
    ),
  },
  "CellSet",
);
export type CellSet = Static<typeof CellSet>;

/** Response schema of an aggregate query: result cells or an error. */
export const AggregateQueryResponse = Type.Object({
  cellSet: Type.Optional(CellSet),
  error: Type.Optional(
    Type.Object(
      {
        errorCode: Type.Optional(Type.String()),
        message: Type.Optional(Type.String()),
        allErrors: Type.Optional(
          Type.Array(
            Type.Object({
              errorCode: Type.Optional(Type.String()),
              message: Type.Optional(Type.String()),
              allErrorDetails: Type.Optional(
                Type.Array(
                  Type.Object({
                    objectType: Type.Optional(Type.String()),
                    queryIndex: Type.Optional(Type.Integer()),
                    columnIndex: Type.Optional(Type.Integer()),
                    error: Type.Optional(Type.String()),
                  }),
                ),
              ),
            }),
          ),
        ),
      },
      { "x-source": "assumed" },
    ),
  ),
});
export type AggregateQueryResponse = Static<typeof AggregateQueryResponse>;

/** Schema fields that list and snapshot queries have in common. */
const recordQuery = {
  source: Type.Optional(
    Type.Object(
      {
        formula: Type.Optional(Type.String()),
        metric: Type.Optional(Type.String()),
        analyticObject: Type.Optional(Type.String()),
        textConcept: Type.Optional(Type.String()),
      },
      { "x-source": "assumed" },
    ),
  ),
  columns: Type.Array(
    Type.Object(
      { columnName: Type.Optional(Type.String()), columnDefinition: Type.Optional(QueryProperty) },
      { "x-source": "assumed" },
    ),
    { minItems: 1 },
  ),
  sortOptions: Type.Optional(
    Type.Array(
      Type.Object({ columnIndex: Type.Optional(Type.Integer()), sortDirection: Type.Optional(Type.String()) }),
      { "x-source": "assumed" },
    ),
  ),
  filters: Type.Optional(Type.Array(QueryFilter, { "x-source": "assumed" })),
  parameterValues: Type.Optional(Type.Array(QueryParameterValue, { "x-source": "assumed" })),
};

/** Request schema of a list query over one time interval. */
export const ListQueryRequest = Type.Object({
  ...recordQuery,
  timeInterval: Type.Optional(QueryTimeInterval),
  options: Type.Optional(ListQueryOptions),
});
export type ListQueryRequest = Static<typeof ListQueryRequest>;

/** Request schema of a snapshot query: a list query that is repeated for several dates. */
export const SnapshotQueryRequest = Type.Object({
  ...recordQuery,
  timeIntervals: Type.Optional(QueryTimeIntervals),
  options: Type.Optional(SnapshotQueryOptions),
});
export type SnapshotQueryRequest = Static<typeof SnapshotQueryRequest>;

/** Request schema of a SQL-like query, with text and options. */
export const SqlLikeQueryRequest = Type.Object({
  query: Type.Optional(
    Type.String({ description: "Aggregate when it has a metric, else list; time column Service_Time." }),
  ),
  aggregateQueryOptions: Type.Optional(SqlLikeAggregateOptions),
  listQueryOptions: Type.Optional(SqlLikeListOptions),
});
export type SqlLikeQueryRequest = Static<typeof SqlLikeQueryRequest>;

/** Schema of the tabular result of list, snapshot and SQL-like queries. */
const TableResponse = Type.Object({
  header: Type.Optional(Type.Record(Type.String(), Type.String())),
  rows: Type.Optional(Type.Array(Type.Record(Type.String(), Type.String()))),
});

const json = "application/json";

/**
 * Response content types for flat tables. A request that accepts one must also accept `application/json`, so that the
 * service can return errors.
 */
const flat = { "application/jsonlines": streamMarker, "text/csv": streamMarker } as const;

/**
 * Operations for the four kinds of data queries (service-api, "Data query"). They are POST requests, but only read, so
 * that they may be retried.
 */
export const queryOperations = {
  queryAggregate: defineOperation({
    route: "POST /v1/data/query/aggregate",
    title: "Run an aggregate query",
    kind: "read",
    idempotent: true,
    answersAggregates: true,
    targets: ["tenant", "project"],
    body: { type: json, schema: AggregateQueryRequest },
    answers: { [json]: AggregateQueryResponse, ...flat },
  }),
  queryList: defineOperation({
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
  querySnapshot: defineOperation({
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
  querySqlLike: defineOperation({
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

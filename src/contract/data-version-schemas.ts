import type { Static } from "typebox";
import * as Type from "typebox";
import { word } from "./answer-values.ts";

/** The newest enabled data versions, by tenant; one page of tenants. */
export const LatestDataVersions = Type.Object({
  tenants: Type.Optional(
    Type.Array(
      Type.Object({
        tenantCode: Type.Optional(Type.String()),
        dataVersions: Type.Optional(
          Type.Array(
            Type.Object({ dataVersion: Type.Optional(Type.String()), dataVersionDate: Type.Optional(Type.String()) }),
          ),
        ),
      }),
    ),
  ),
  limit: Type.Optional(Type.Integer()),
  start: Type.Optional(Type.Integer()),
});
export type LatestDataVersions = Static<typeof LatestDataVersions>;

/** Data versions to disable, wrapped in `model`. */
export const DisableDataVersionsRequest = Type.Object({
  model: Type.Optional(
    Type.Object({
      dataVersionObjects: Type.Optional(
        Type.Array(
          Type.Object({
            tenantCode: Type.Optional(Type.String()),
            dataVersion: Type.Optional(Type.String()),
            dataCategory: Type.Optional(Type.String()),
          }),
        ),
      ),
    }),
  ),
});
export type DisableDataVersionsRequest = Static<typeof DisableDataVersionsRequest>;

/** Numbers of disabled data versions and of failures, with the outcome of each. */
export const DisableDataVersionsResponse = Type.Object({
  totalFailures: Type.Optional(Type.Integer()),
  totalSuccess: Type.Optional(Type.Integer()),
  results: Type.Optional(
    Type.Array(
      Type.Object({
        jobId: Type.Optional(Type.String()),
        dataVersion: Type.Optional(Type.String()),
        tenantCode: Type.Optional(Type.String()),
        status: Type.Optional(word("resultStatus")),
        message: Type.Optional(Type.String()),
      }),
    ),
  ),
});
export type DisableDataVersionsResponse = Static<typeof DisableDataVersionsResponse>;

/** The data categories of the tenant. */
export const DataCategories = Type.Object({
  categories: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.Optional(Type.String()),
        id: Type.Optional(Type.String()),
        objectName: Type.Optional(Type.String()),
      }),
    ),
  ),
});
export type DataCategories = Static<typeof DataCategories>;

import type { Static } from "typebox";
import * as Type from "typebox";
import { createPagingParameters, defineOperation } from "./operation.ts";
import { createValueSetSchema } from "./response-values.ts";
import { TenantCode } from "./tenant-code.ts";

/** Response schema with one page of tenants and their newest enabled data versions. */
const LatestDataVersions = Type.Object({
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

/** Request schema of the data versions to disable, wrapped in `model`. */
const DisableDataVersionsRequest = Type.Object({
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

/** Response schema with the numbers of disabled data versions and of failures, and with the result for each version. */
const DisableDataVersionsResponse = Type.Object({
  totalFailures: Type.Optional(Type.Integer()),
  totalSuccess: Type.Optional(Type.Integer()),
  results: Type.Optional(
    Type.Array(
      Type.Object({
        jobId: Type.Optional(Type.String()),
        dataVersion: Type.Optional(Type.String()),
        tenantCode: Type.Optional(Type.String()),
        status: Type.Optional(createValueSetSchema("resultStatus")),
        message: Type.Optional(Type.String()),
      }),
    ),
  ),
});

/** Response schema with the data categories of the tenant. */
const DataCategories = Type.Object({
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

/** Operations on data versions and data categories (service-api, "Data and jobs"). */
export const dataVersionOperations = {
  listLatestDataVersions: defineOperation({
    route: "GET /v1/op/data-versions",
    title: "List the latest enabled data versions",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    query: {
      tenantCode: Type.Optional(TenantCode),
      ...createPagingParameters({ limit: 100 }),
      numberOfVersions: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
      dataCategory: Type.Optional(Type.String()),
    },
    answers: { "application/json": LatestDataVersions },
  }),
  disableDataVersions: defineOperation({
    route: "PUT /v1/op/data-versions/disable",
    title: "Disable data versions",
    kind: "publish",
    // Not idempotent: an entry without a dataVersion may mean the newest enabled one, so that a repeated call would
    // disable the version before it.
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: DisableDataVersionsRequest },
    answers: { "application/json": DisableDataVersionsResponse },
  }),
  listDataCategories: defineOperation({
    route: "GET /v1/op/data/categories",
    title: "List data categories",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    answers: { "application/json": DataCategories },
  }),
};

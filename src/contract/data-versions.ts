import * as Type from "typebox";
import {
  DataCategories,
  DisableDataVersionsRequest,
  DisableDataVersionsResponse,
  LatestDataVersions,
} from "./data-version-schemas.ts";
import { operation, paging } from "./operation.ts";
import { TenantCode } from "./tenant-code.ts";

/** Data versions and data categories (service-api, "Data and jobs"). */
export const dataVersions = {
  listLatestDataVersions: operation({
    route: "GET /v1/op/data-versions",
    title: "List the latest enabled data versions",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    query: {
      tenantCode: Type.Optional(TenantCode),
      ...paging({ limit: 100 }),
      numberOfVersions: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
      dataCategory: Type.Optional(Type.String()),
    },
    answers: { "application/json": LatestDataVersions },
  }),
  disableDataVersions: operation({
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
  listDataCategories: operation({
    route: "GET /v1/op/data/categories",
    title: "List data categories",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    answers: { "application/json": DataCategories },
  }),
};

import * as Type from "typebox";
import { operation, paging, stream } from "./operation.ts";
import {
  ProductionVersionList,
  ProductionVersionOperationRequest,
  ProductionVersionOperationResponse,
  ProductionVersionsOperationRequest,
  ProductionVersionsOperationResponse,
} from "./production-version-schemas.ts";

/** Production versions (service-api, "Projects and production versions"). */
export const productionVersions = {
  listProductionVersions: operation({
    route: "GET /v1/admin/production-versions",
    title: "List production versions",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    query: paging({ limit: 400 }),
    answers: { "application/json": ProductionVersionList },
  }),
  exportProductionVersions: operation({
    route: "POST /v1/admin/production-versions",
    title: "Export production versions",
    kind: "read",
    idempotent: true,
    answersAggregates: false,
    targets: ["tenant"],
    headers: {
      Accept: Type.Optional(
        Type.String({
          description: "Without application/json an error comes back as 406 instead of the error body.",
          default: "application/zip, application/json",
        }),
      ),
    },
    body: { type: "application/json", schema: ProductionVersionsOperationRequest },
    answers: { "application/zip": stream, "application/json": ProductionVersionsOperationResponse },
  }),
  runProductionVersionOperation: operation({
    drives: "projects",
    route: "POST /v1/admin/production-versions/{productionVersionId}",
    title: "Roll back to a production version",
    kind: "define",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { productionVersionId: Type.String() },
    body: { type: "application/json", schema: ProductionVersionOperationRequest },
    answers: { "application/json": ProductionVersionOperationResponse },
  }),
};

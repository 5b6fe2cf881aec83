import type { Static } from "typebox";
import * as Type from "typebox";
import { operation, paging, stream } from "./operation.ts";
import { Project } from "./projects.ts";

const assumed = { "x-source": "assumed" };

/** Published versions, latest first (service-api, "Projects and production versions"). */
const ProductionVersionList = Type.Object({
  publishedVersions: Type.Optional(Type.Array(Type.With(Project, assumed))),
});

/** Operation on the production versions; an export names what to export. */
export const ProductionVersionsOperationRequest = Type.Object(
  {
    operation: Type.Optional(
      Type.Union([Type.Literal("unknownProductionVersionsAPIOperation"), Type.Literal("export")]),
    ),
    exportParameters: Type.Optional(
      Type.Object(
        {
          startVersion: Type.Optional(Type.String()),
          endVersion: Type.Optional(Type.String()),
          excludedVersions: Type.Optional(Type.Array(Type.String())),
        },
        { ...assumed, description: "Needed for export." },
      ),
    ),
  },
  {
    allOf: [
      {
        if: { properties: { operation: { const: "export" } }, required: ["operation"] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
        then: { required: ["exportParameters"] },
      },
    ],
  },
);
export type ProductionVersionsOperationRequest = Static<typeof ProductionVersionsOperationRequest>;

/** Response of an operation that returns no ZIP file. */
const ProductionVersionsOperationResponse = Type.Object({ export: Type.Optional(Type.Object({})) });

/** Operation on one production version. */
const ProductionVersionOperationRequest = Type.Object({
  operation: Type.Optional(
    Type.Union([Type.Literal("unknownProductionVersionAPIOperation"), Type.Literal("rollBackTo")]),
  ),
});

/** The project that `rollBackTo` created: its uncommitted changes reverse the versions after the target. */
const ProductionVersionOperationResponse = Type.Object({
  rollBackTo: Type.Optional(Type.With(Project, assumed)),
});

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

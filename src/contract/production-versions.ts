import type { Static } from "typebox";
import * as Type from "typebox";
import { createPagingParameters, defineOperation, streamMarker } from "./operation.ts";
import { Project } from "./projects.ts";

const assumed = { "x-source": "assumed" };

/**
 * Response schema with the published production versions, latest first (service-api, "Projects and production
 * versions").
 */
const ProductionVersionList = Type.Object({
  publishedVersions: Type.Optional(Type.Array(Type.With(Project, assumed))),
});

/** Request schema of an operation on all production versions. An export names the content to export. */
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

/** Response schema of a production version operation that returns no ZIP file. */
const ProductionVersionsOperationResponse = Type.Object({ export: Type.Optional(Type.Object({})) });

/** Request schema of an operation on one production version. */
const ProductionVersionOperationRequest = Type.Object({
  operation: Type.Optional(
    Type.Union([Type.Literal("unknownProductionVersionAPIOperation"), Type.Literal("rollBackTo")]),
  ),
});

/**
 * Response schema with the project that `rollBackTo` created. Its uncommitted changes undo all versions after the
 * target version.
 */
const ProductionVersionOperationResponse = Type.Object({
  rollBackTo: Type.Optional(Type.With(Project, assumed)),
});

/** Operations on production versions (service-api, "Projects and production versions"). */
export const productionVersionOperations = {
  listProductionVersions: defineOperation({
    route: "GET /v1/admin/production-versions",
    title: "List production versions",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    query: createPagingParameters({ limit: 400 }),
    answers: { "application/json": ProductionVersionList },
  }),
  exportProductionVersions: defineOperation({
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
    answers: { "application/zip": streamMarker, "application/json": ProductionVersionsOperationResponse },
  }),
  runProductionVersionOperation: defineOperation({
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

import type { Static } from "typebox";
import * as Type from "typebox";
import { Project } from "./project-schemas.ts";

const assumed = { "x-source": "assumed" };

/** Published versions, latest first (service-api, "Projects and production versions"). */
export const ProductionVersionList = Type.Object({
  publishedVersions: Type.Optional(Type.Array(Type.With(Project, assumed))),
});
export type ProductionVersionList = Static<typeof ProductionVersionList>;

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
export const ProductionVersionsOperationResponse = Type.Object({ export: Type.Optional(Type.Object({})) });
export type ProductionVersionsOperationResponse = Static<typeof ProductionVersionsOperationResponse>;

/** Operation on one production version. */
export const ProductionVersionOperationRequest = Type.Object({
  operation: Type.Optional(
    Type.Union([Type.Literal("unknownProductionVersionAPIOperation"), Type.Literal("rollBackTo")]),
  ),
});
export type ProductionVersionOperationRequest = Static<typeof ProductionVersionOperationRequest>;

/** The project that `rollBackTo` created: its uncommitted changes reverse the versions after the target. */
export const ProductionVersionOperationResponse = Type.Object({
  rollBackTo: Type.Optional(Type.With(Project, assumed)),
});
export type ProductionVersionOperationResponse = Static<typeof ProductionVersionOperationResponse>;

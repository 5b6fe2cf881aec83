import type { Static } from "typebox";
import * as Type from "typebox";

/** Naming and description fields shared by table sources and export objects. */
export const BasicInformation = Type.Object({
  displayName: Type.Optional(Type.String()),
  shortDisplayName: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  explanation: Type.Optional(Type.String()),
  designerNotes: Type.Optional(Type.String()),
  synonymList: Type.Optional(Type.Object({ synonyms: Type.Optional(Type.Array(Type.String())) })),
});
export type BasicInformation = Static<typeof BasicInformation>;

/** A SQL table definition. */
export const TableSource = Type.Object({
  uuid: Type.Optional(Type.String({ description: "Generated and immutable; leave out on create." })),
  objectName: Type.Optional(Type.String({ description: "Unique; the SQL table name." })),
  basicInformation: Type.Optional(BasicInformation),
  columns: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.Optional(Type.String()),
        dataType: Type.Optional(Type.String({ examples: ["UNSPECIFIED"] })),
        isPrimaryTimestamp: Type.Optional(Type.Boolean()),
      }),
    ),
  ),
  canChildrenInherit: Type.Optional(Type.Boolean({ default: false })),
  canChildrenInheritData: Type.Optional(Type.Boolean({ description: "Inheriting tenants read only.", default: false })),
  excludeFromAutoProcessing: Type.Optional(Type.Boolean({ default: false })),
  snapshotRetentionDays: Type.Optional(Type.Integer({ default: 7, minimum: 1, maximum: 180 })),
  materializedView: Type.Optional(
    Type.Object(
      {
        enabled: Type.Optional(Type.Boolean()),
        query: Type.Optional(Type.String()),
        dependencies: Type.Optional(
          Type.Array(
            Type.Object({ upstreamTable: Type.Optional(Type.String()), joinFilter: Type.Optional(Type.String()) }),
          ),
        ),
      },
      { description: "Leave out, or enabled=false, for an ordinary table." },
    ),
  ),
  filterInheritedDataByTenant: Type.Optional(
    Type.Boolean({ description: "Needs canChildrenInheritData true; filters rows on TENANT_ID or CUSTOMER_ID." }),
  ),
});
export type TableSource = Static<typeof TableSource>;

/** One page of table sources. */
export const TableSourceList = Type.Object({ tables: Type.Optional(Type.Array(TableSource)) });
export type TableSourceList = Static<typeof TableSourceList>;

/** Stored key-value metadata and sizes of a table. */
export const TableMetadata = Type.Object({
  tableId: Type.Optional(Type.String()),
  transactionId: Type.Optional(Type.String()),
  metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
  recordCount: Type.Optional(Type.String()),
  recordsUpdatedAt: Type.Optional(Type.String()),
  dataFilesSizeBytes: Type.Optional(Type.String()),
});
export type TableMetadata = Static<typeof TableMetadata>;

/** The view's table, which is in the path as well. */
export const RegenerateViewRequest = Type.Object({ tableId: Type.Optional(Type.String()) });
export type RegenerateViewRequest = Static<typeof RegenerateViewRequest>;

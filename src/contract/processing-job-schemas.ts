import type { Static } from "typebox";
import * as Type from "typebox";

/** What a processing job takes (service-api, "Processing job request"); `excludedTenants` only beside `allTenants: true`. */
export const ProcessingJobRequest = Type.Object({
  tenants: Type.Optional(Type.Array(Type.String(), { description: "The requester's tenant when omitted." })),
  allTenants: Type.Optional(Type.Boolean({ default: false })),
  dataCategoryId: Type.Optional(Type.String({ description: "Primary category when omitted." })),
  publishToProduction: Type.Optional(Type.Boolean({ default: false })),
  excludedTenants: Type.Optional(Type.Array(Type.String(), { description: "Valid only with allTenants true." })),
});
export type ProcessingJobRequest = Static<typeof ProcessingJobRequest>;

/** The consolidated analytics tenant to run for. */
export const ConsolidatedJobRequest = Type.Object({
  tenantCode: Type.Optional(Type.String()),
  runProcessingJob: Type.Optional(Type.Boolean({ description: "Also generate a data version." })),
});
export type ConsolidatedJobRequest = Static<typeof ConsolidatedJobRequest>;

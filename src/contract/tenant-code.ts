import * as Type from "typebox";

/** Schema of the code that identifies an analytic tenant (service-api, "Tenancy"). */
export const TenantCode = Type.String({
  description: "Analytic tenant to act on.",
  pattern: "^WFF_[^~]+(~[^~]+)?$",
});

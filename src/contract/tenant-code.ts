import * as Type from "typebox";

/** Code of the analytic tenant to act on, where a query names one (service-api, "Tenancy"). */
export const TenantCode = Type.String({
  description: "Analytic tenant to act on.",
  pattern: "^WFF_[^~]+(~[^~]+)?$",
});

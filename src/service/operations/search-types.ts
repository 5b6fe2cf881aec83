/** What an object search can find; `UNKNOWN` in a request stands for all of them. */
export const objectTypes = [
  "METRIC",
  "DIMENSION",
  "DIMENSION_MEMBER",
  "CONCEPT",
  "ANALYTIC_OBJECT",
  "PROPERTY",
] as const;
export type ObjectType = (typeof objectTypes)[number];

/** Extra fields that a request may ask for (service-api, "ObjectSearchRequest", `mask`). */
export const maskNames = [
  "Description",
  "Explanation",
  "Tags",
  "analyticObjectId",
  "dataStartDate",
  "dataEndDate",
  "objectReferences",
  "analyticObjectType",
  "propertyIds",
  "path",
  "level",
  "dimensionId",
  "matchedSynonyms",
  "dataType",
] as const;

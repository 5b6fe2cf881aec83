import type { Static } from "typebox";
import * as Type from "typebox";
import { defineOperation } from "./operation.ts";

/** Response schema of a document search, with headers of the matching documents. */
const DocumentHeaderSearch = Type.Object({
  documentHeaders: Type.Optional(
    Type.Array(
      Type.Object({
        displayName: Type.Optional(Type.String()),
        description: Type.Optional(Type.String()),
        relevance: Type.Optional(Type.Number()),
        viewLink: Type.Optional(
          Type.Object({ href: Type.Optional(Type.String()), verb: Type.Optional(Type.String()) }),
        ),
      }),
    ),
  ),
});

/** Request schema of a search for objects of the business model. */
export const ObjectSearchRequest = Type.Object({
  query: Type.Optional(Type.Array(Type.String({ minLength: 2, maxLength: 200 }))),
  objectType: Type.Optional(
    Type.Union([
      Type.Literal("UNKNOWN"),
      Type.Literal("METRIC"),
      Type.Literal("DIMENSION"),
      Type.Literal("DIMENSION_MEMBER"),
      Type.Literal("CONCEPT"),
      Type.Literal("ANALYTIC_OBJECT"),
      Type.Literal("PROPERTY"),
    ]),
  ),
  limit: Type.Optional(Type.Integer({ default: 100, maximum: 100 })),
  offset: Type.Optional(Type.Integer({ default: 0 })),
  mask: Type.Optional(
    Type.String({
      description: "Comma-separated extra fields; the allowed names depend on objectType.",
      examples: [
        "Description,Explanation,Tags",
        "analyticObjectId,dataStartDate,dataEndDate",
        "objectReferences,analyticObjectType,dataStartDate,dataEndDate,propertyIds",
        "path,level,dimensionId,matchedSynonyms",
        "dataType",
      ],
    }),
  ),
  includeDocumentIdSearch: Type.Optional(
    Type.Boolean({ description: "Case-sensitive; not allowed for DIMENSION_MEMBER.", default: false }),
  ),
  dimensionSearchContext: Type.Optional(
    Type.Object({ analyticObjectId: Type.Optional(Type.String()), metricId: Type.Optional(Type.String()) }),
  ),
  conceptSearchContext: Type.Optional(
    Type.Object({ analyticObjectId: Type.Optional(Type.String()), metricId: Type.Optional(Type.String()) }),
  ),
  dimensionMemberSearchContext: Type.Optional(
    Type.Object({
      analyticObjectId: Type.Optional(Type.String()),
      dimensionId: Type.Optional(Type.Array(Type.String())),
      leafMembersOnly: Type.Optional(Type.Boolean()),
    }),
  ),
  propertySearchContext: Type.Optional(Type.Object({ analyticObjectId: Type.Optional(Type.String()) })),
});
export type ObjectSearchRequest = Static<typeof ObjectSearchRequest>;

/** Response schema of an object search, with the hits for each search string. */
export const ObjectSearchResponse = Type.Object({
  results: Type.Optional(
    Type.Array(
      Type.Object({
        resultsForQuery: Type.Optional(
          Type.Array(
            Type.Object({
              id: Type.Optional(Type.String()),
              displayName: Type.Optional(Type.String()),
              matchedField: Type.Optional(Type.String()),
              matchScore: Type.Optional(Type.Number()),
              description: Type.Optional(Type.String()),
              explanation: Type.Optional(Type.String()),
              tags: Type.Optional(Type.Array(Type.String())),
              qualifyingPath: Type.Optional(Type.String()),
              metadata: Type.Optional(Type.Object({})),
            }),
          ),
        ),
      }),
    ),
  ),
});
export type ObjectSearchResponse = Static<typeof ObjectSearchResponse>;

/** Operations that search documents and model objects (service-api, "Search"). */
export const searchOperations = {
  searchDocumentHeaders: defineOperation({
    route: "GET /v1alpha/search/simple/document-headers",
    title: "Search document headers",
    kind: "read",
    idempotent: true,
    targets: ["tenant", "project"],
    query: {
      q: Type.Optional(Type.String({ minLength: 2, maxLength: 200 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, default: 100 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    },
    answers: { "application/json": DocumentHeaderSearch },
  }),
  searchObjects: defineOperation({
    route: "POST /v1alpha/search/service-objects",
    title: "Search objects",
    kind: "read",
    idempotent: true,
    answersAggregates: false,
    assumed: ["method", "route"],
    targets: ["tenant", "project"],
    body: { type: "application/json", schema: ObjectSearchRequest },
    answers: { "application/json": ObjectSearchResponse },
  }),
};

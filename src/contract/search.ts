import * as Type from "typebox";
import { operation } from "./operation.ts";
import { DocumentHeaderSearch, ObjectSearchRequest, ObjectSearchResponse } from "./search-schemas.ts";

/** Document and object search (service-api, "Search"). */
export const search = {
  searchDocumentHeaders: operation({
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
  searchObjects: operation({
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

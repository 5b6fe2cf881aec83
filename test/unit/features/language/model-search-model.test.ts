import assert from "node:assert/strict";
import Schema from "typebox/schema";
import { ObjectSearchRequest } from "../../../../src/contract/search.ts";
import {
  createSearchRequest,
  entriesOf,
  isCompleteAnswer,
} from "../../../../src/features/language/model-search-model.ts";
import type { ModelSearch } from "../../../../src/languages/core/model/model-requests.ts";

const names: ModelSearch = { kind: "property", prefix: "", names: ["EmployeeID", "Age"], object: "Employee" };

function answerOf(...counts: number[]) {
  const hits = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `Name_${index}` }));
  return { results: counts.map((count) => ({ resultsForQuery: hits(count) })) };
}

describe("a search of the model", () => {
  it("looks for all names in one call, by their ids too", () => {
    const request = createSearchRequest(names);
    assert.deepEqual(request.query, ["EmployeeID", "Age"]);
    assert.equal(request.includeDocumentIdSearch, true);
    assert.deepEqual(request.propertySearchContext, { analyticObjectId: "Employee" });
    assert.deepEqual(Schema.Errors(ObjectSearchRequest, request)[1], []);
  });

  it("looks for members by their names alone, as the service takes no ids of them", () => {
    assert.equal(
      "includeDocumentIdSearch" in createSearchRequest({ kind: "member", prefix: "", names: ["Spain"] }),
      false,
    );
  });

  it("has found everything when no name has a whole page of hits, and never by a broad search", () => {
    assert.equal(isCompleteAnswer(names, answerOf(99, 3)), true);
    assert.equal(isCompleteAnswer(names, answerOf(3, 100)), false);
    assert.equal(isCompleteAnswer({ kind: "property", prefix: "Ag" }, answerOf(3)), true);
    assert.equal(isCompleteAnswer({ kind: "property", prefix: "" }, answerOf(3)), false);
  });

  it("tells where the references of an object lead to, as far as their form is known", () => {
    const objectReferences = [
      { id: "Position", displayName: "Position", analyticObjectId: "Position_Object" },
      { id: "Nowhere" },
      null,
      "Other",
    ];
    const hit = { id: "Employee", displayName: "Employee", metadata: { objectReferences } };
    const search: ModelSearch = { kind: "analyticObject", prefix: "", names: ["Employee"] };
    const [entry] = entriesOf(search, { results: [{ resultsForQuery: [hit] }] });
    assert.deepEqual(entry?.references, [{ id: "Position", target: "Position_Object", displayName: "Position" }]);
    assert.equal(entry?.hasUnknownReferences, true);
  });
});

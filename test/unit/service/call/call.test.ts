import assert from "node:assert/strict";
import { acceptsAny, readAccept } from "../../../../src/service/call/call.ts";

suite("the Accept header", () => {
  test("is read in the order of preference, equal ones in their own", () => {
    assert.deepEqual(readAccept("text/csv;q=0.5, application/jsonlines, Application/JSON; q=0.8, image/png;q=0"), [
      "application/jsonlines",
      "application/json",
      "text/csv",
    ]);
    assert.deepEqual(readAccept("text/csv,application/json"), ["text/csv", "application/json"]);
  });

  test("takes everything when it is left out", () => {
    assert.deepEqual(readAccept(undefined), ["*/*"]);
    assert.deepEqual(readAccept(" "), ["*/*"]);
  });

  test("takes a type by its name, its family or the wildcard", () => {
    assert.ok(acceptsAny(["text/*"], ["application/json", "text/csv"]));
    assert.ok(acceptsAny(["*/*"], ["text/csv"]));
    assert.ok(!acceptsAny(["text/*"], ["application/json"]));
    assert.ok(!acceptsAny(["text/html"], ["text/csv"]));
    assert.ok(!acceptsAny([], ["text/csv"]));
  });
});

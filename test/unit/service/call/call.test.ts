import assert from "node:assert/strict";
import { acceptsAnyOf, parseAcceptHeader } from "../../../../src/service/call/call.ts";

suite("the Accept header", () => {
  test("is read in the order of preference, equal ones in their own", () => {
    assert.deepEqual(
      parseAcceptHeader("text/csv;q=0.5, application/jsonlines, Application/JSON; q=0.8, image/png;q=0"),
      ["application/jsonlines", "application/json", "text/csv"],
    );
    assert.deepEqual(parseAcceptHeader("text/csv,application/json"), ["text/csv", "application/json"]);
  });

  test("takes everything when it is left out", () => {
    assert.deepEqual(parseAcceptHeader(undefined), ["*/*"]);
    assert.deepEqual(parseAcceptHeader(" "), ["*/*"]);
  });

  test("takes a type by its name, its family or the wildcard", () => {
    assert.ok(acceptsAnyOf(["text/*"], ["application/json", "text/csv"]));
    assert.ok(acceptsAnyOf(["*/*"], ["text/csv"]));
    assert.ok(!acceptsAnyOf(["text/*"], ["application/json"]));
    assert.ok(!acceptsAnyOf(["text/html"], ["text/csv"]));
    assert.ok(!acceptsAnyOf([], ["text/csv"]));
  });
});

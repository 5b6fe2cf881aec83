import assert from "node:assert/strict";
import type { ObjectSearchRequest, ObjectSearchResponse } from "../../../../src/contract/search.ts";
import { NameSearcher } from "../../../../src/features/language/name-search-model.ts";

const names = Array.from({ length: 250 }, (_, index) => `Age_${index}`).concat("Age");

/** A service that finds names that hold a text, a hundred on a page, and lists them all only when `canList`. */
function serviceOf(canList: boolean, all: readonly string[] = names) {
  const calls: ObjectSearchRequest[] = [];
  const nameSearcher = new NameSearcher(async (body): Promise<ObjectSearchResponse> => {
    calls.push(body);
    const { query, offset = 0, limit = 100 } = body;
    if (!query && !canList) {
      throw Object.assign(new Error("A search needs a text."), { status: 400 });
    }
    const hits = (text: string) =>
      all
        .filter((name) => name.toLowerCase().includes(text.toLowerCase()))
        .slice(offset, offset + limit)
        .map((id) => ({ id, displayName: id }));
    return { results: (query ?? [""]).map((text) => ({ resultsForQuery: hits(text) })) };
  });
  return { nameSearcher, calls };
}

describe("asking a service for names", () => {
  it("reads on until it finds a name that hides behind longer ones", async () => {
    const { nameSearcher, calls } = serviceOf(false);
    const { entries } = await nameSearcher.search({ kind: "property", prefix: "", names: ["Age"] });
    assert.equal(entries.at(-1)?.id, "Age");
    assert.deepEqual(
      calls.map(({ offset = 0 }) => offset),
      [0, 100, 200],
    );
  });

  it("lists everything where the service does, and searches by common letters where it does not", async () => {
    const listing = serviceOf(true);
    assert.equal((await listing.nameSearcher.search({ kind: "property", prefix: "" })).entries.length, 100);
    assert.equal(listing.calls.length, 1);

    const searching = serviceOf(false);
    const { isComplete } = await searching.nameSearcher.search({ kind: "property", prefix: "" });
    await searching.nameSearcher.search({ kind: "property", prefix: "" });
    assert.equal(isComplete, false);
    assert.deepEqual(
      searching.calls.map(({ query }) => query === undefined),
      [true, false, false],
    );
  });

  it("looks for a name of one letter in the list of all, as far as it stands, and for the others by their texts", async () => {
    const listing = serviceOf(true, [...names, "X", ...names]);
    const { entries, isComplete } = await listing.nameSearcher.search({
      kind: "member",
      prefix: "",
      names: ["Age_249", "X"],
    });
    assert.ok(["Age_249", "X"].every((name) => entries.some(({ id }) => id === name)));
    assert.equal(isComplete, false);
    assert.deepEqual(listing.calls.map(({ query, offset = 0 }) => [query, offset]).sort(), [
      [undefined, 0],
      [undefined, 100],
      [undefined, 200],
      [["Age_249"], 0],
    ]);
    const searching = serviceOf(false);
    await searching.nameSearcher.search({ kind: "member", prefix: "", names: ["X"] });
    assert.ok(searching.calls.every(({ query = [] }) => query.every((text) => text.length >= 2)));
  });

  for (const canList of [true, false]) {
    it(`reads all of a service that ${canList ? "lists" : "only searches"}, in few calls`, async () => {
      const { nameSearcher, calls } = serviceOf(canList);
      const found = new Set<string>();
      for await (const { entries, isFullList } of nameSearcher.all(
        { kind: "property", prefix: "" },
        ["ag", "ge"],
        10,
      )) {
        assert.equal(isFullList, canList);
        for (const { id } of entries) {
          found.add(id);
        }
      }
      assert.equal(found.size, names.length);
      assert.ok(calls.length <= 4);
    });
  }
});

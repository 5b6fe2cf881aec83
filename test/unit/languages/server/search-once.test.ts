import assert from "node:assert/strict";
import { ModelFileSearch } from "../../../../src/languages/core/model/model-file-search.ts";
import type { ModelSearch, ModelSearchResult } from "../../../../src/languages/core/model/model-requests.ts";
import { ModelSearchCache } from "../../../../src/languages/server/model-search-cache.ts";
import { modelFileOf } from "../../../support/model-file-of.ts";

const letters = [..."abcdefghijklmnopqrstuvwxyz"];
/** 50,000 members; some hundreds begin with any two letters. */
const members = Array.from({ length: 50_000 }, (_, index) => {
  const pair = `${letters[index % 26]}${letters[Math.floor(index / 26) % 26]}`;
  return `${pair}-${index}`;
});
const members50k = new ModelFileSearch([modelFileOf({ "Employee.Location": members })]);
const of = (prefix: string): ModelSearch => ({ kind: "member", prefix, object: "Employee", dimension: "Location" });

function counted(answer: (search: ModelSearch) => ModelSearchResult) {
  const asked: string[] = [];
  const searches = new ModelSearchCache(async (search) => {
    asked.push(search.names?.join() ?? search.prefix);
    return answer(search);
  });
  return { asked, searches };
}

describe("searches that are asked once", () => {
  it("answer a longer prefix from a whole answer to a shorter one", async () => {
    const { asked, searches } = counted((search) => members50k.search(search));
    const member = "cb-33828";
    const prefixes = Array.from(member, (_, index) => member.slice(0, index + 1));
    for (const prefix of prefixes) {
      const { entries } = await searches.search(of(prefix));
      assert.ok(entries.length > 0, prefix);
    }
    assert.deepEqual(await searches.search(of(member)), members50k.search(of(member)));
    // Up to the one that had all of its hits on a page.
    const whole = prefixes.find((prefix) => members50k.search(of(prefix)).isComplete) ?? "";
    assert.deepEqual(asked, prefixes.slice(0, prefixes.indexOf(whole) + 1));
    assert.ok(asked.length < prefixes.length);
  });

  it("ask again for what failed, and for another dimension", async () => {
    let isFailed = true;
    const { asked, searches } = counted(() => ({ entries: [], isComplete: true, isFailed }));
    assert.equal((await searches.search(of("ab"))).isFailed, true);
    isFailed = false;
    await searches.search(of("ab"));
    await searches.search(of("ab"));
    await searches.search({ ...of("abc"), dimension: "Org_Unit" });
    assert.deepEqual(asked, ["ab", "ab", "abc"]);
  });

  it("never answer for whole names from a prefix", async () => {
    const { asked, searches } = counted(() => ({ entries: [], isComplete: true }));
    await searches.search(of("ab"));
    await searches.search({ ...of(""), names: ["abc"] });
    assert.deepEqual(asked, ["ab", "abc"]);
  });
});

describe("a model of 50,000 members and 5,000 objects", () => {
  const objects = Array.from({ length: 5_000 }, (_, index) => ({
    id: `Object_${index}`,
    kind: "subject" as const,
    properties: [{ id: `Only_On_${index}`, type: "text" as const }],
  }));
  const search = new ModelFileSearch([
    { workforceModel: 1, objects, metrics: [] },
    modelFileOf({ "Employee.Location": members }),
  ]);

  function timeOf(work: () => void): number {
    const startedMs = performance.now();
    work();
    return performance.now() - startedMs;
  }

  it("is searched in a small part of the time that reading it takes", () => {
    const fresh = () => new ModelFileSearch([modelFileOf({ "Employee.Location": members })]).search(of("cb-4"));
    const reading = Math.min(timeOf(fresh), timeOf(fresh), timeOf(fresh));
    search.search(of("warm"));
    const searching = Math.min(...[1, 2, 3, 4, 5].map((count) => timeOf(() => search.search(of(`cb-${count}`)))));
    assert.ok(searching < reading / 5, `${searching} ms of ${reading} ms`);
  });

  it("finds one name among all the others, in any letter case", () => {
    assert.deepEqual(
      search.search({ kind: "analyticObject", prefix: "", names: ["object_4321"] }).entries.map(({ id }) => id),
      ["Object_4321"],
    );
    const [property] = search.search({ kind: "property", prefix: "Only_On_77" }).entries;
    assert.equal(property?.object, "Object_77");
    assert.equal(search.search(of("nothing like it")).isComplete, true);
  });
});

import assert from "node:assert/strict";
import type { ObjectSearchResponse } from "../../src/contract/search.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

type Hit = NonNullable<NonNullable<NonNullable<ObjectSearchResponse["results"]>[number]>["resultsForQuery"]>[number];

suite("Synonyms, tags and explanations in a search", function () {
  this.timeout(60_000);
  let service: TestService;
  suiteSetup(async () => {
    service = await startTestService();
  });
  suiteTeardown(() => service.dispose());

  async function search(query: string, body: object = {}): Promise<readonly Hit[]> {
    const json = { query: [query], ...body };
    const answer = await service.call("POST", "/v1alpha/search/service-objects", { json });
    assert.equal(answer.status, 200, answer.text);
    return answer.json<ObjectSearchResponse>().results?.[0]?.resultsForQuery ?? [];
  }

  test("find a metric by another name, after those whose own name matches as well", async () => {
    const [first, ...rest] = await search("headcount", { objectType: "METRIC" });
    assert.deepEqual([first?.id, first?.matchedField], ["employeeCount", "synonym"]);
    assert.ok(rest.every(({ matchScore = 0 }) => matchScore <= (first?.matchScore ?? 0)));
    const hits = await search("position", { objectType: "METRIC" });
    assert.deepEqual(
      hits.map(({ id, matchedField }) => [id, matchedField]),
      [
        ["positionCount", "displayName"],
        ["openingCount", "synonym"],
      ],
    );
  });

  test("answers what the model says and, where it says nothing, nothing", async () => {
    const mask = "Explanation,Tags";
    const [pay] = await search("base salary", { objectType: "PROPERTY", mask });
    assert.equal(pay?.explanation, "Yearly pay without bonus, in one currency for everybody.");
    assert.deepEqual(pay?.tags, ["pay"]);
    const [member] = await search("Deutschland", { objectType: "DIMENSION_MEMBER", mask });
    assert.equal(member?.explanation, "");
    assert.deepEqual(member?.tags, []);
    const [unmasked] = await search("base salary", { objectType: "PROPERTY" });
    assert.ok(unmasked && !("explanation" in unmasked) && !("tags" in unmasked));
  });

  test("find members, with the synonyms that match, also as leaves alone", async () => {
    const mask = "path,matchedSynonyms";
    const dimensionMemberSearchContext = { analyticObjectId: "Employee", dimensionId: ["Location"] };
    const found = async (query: string, leafMembersOnly: boolean) =>
      (
        await search(query, {
          objectType: "DIMENSION_MEMBER",
          mask,
          dimensionMemberSearchContext: { ...dimensionMemberSearchContext, leafMembersOnly },
        })
      ).map(({ id, matchedField, metadata }) => [id, matchedField, metadata]);
    const about = (path: readonly string[], matchedSynonyms: readonly string[], isLeaf: boolean) => ({
      analyticObjectId: "Employee",
      isLeaf,
      path,
      matchedSynonyms,
    });
    assert.deepEqual(await found("usa", false), [["AMER.US", "synonym", about(["AMER", "US"], ["USA"], false)]]);
    assert.deepEqual(await found("usa", true), []);
    assert.deepEqual(await found("bangalore", true), [
      ["APAC.India.Bengaluru", "synonym", about(["APAC", "India", "Bengaluru"], ["Bangalore"], true)],
    ]);
    // A name that matches is found once, with the synonyms that match too.
    assert.deepEqual((await found("malaga", true))[0], [
      "EMEA.Spain.Malaga",
      "name",
      about(["EMEA", "Spain", "Malaga"], ["Malaga"], true),
    ]);
  });
});

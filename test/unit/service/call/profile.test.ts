import assert from "node:assert/strict";
import { createResolvedProfile, ProfileError, parseDeploymentProfile } from "../../../../src/service/call/profile.ts";

suite("the deployment profile of the service", () => {
  test("has the names of the specification where it names nothing", () => {
    assert.deepEqual(parseDeploymentProfile("{}"), {
      routes: new Map(),
      timeColumn: "Service_Time",
      cookies: { asid: "ServiceASIDToken", impersonation: "ServiceImpersonationToken" },
      claimPrefix: "service:",
      grantPrefix: "urn:service:params:oauth:grant-type:",
      forms: {},
    });
  });

  test("takes the names of a deployment", () => {
    const profile = parseDeploymentProfile(
      '{"routes": {"getReport": "GET /reports/{reportId}"}, "timeColumn": "Clock", "cookies": {"asid": "Session"}, "claimPrefix": "x:"}',
    );
    assert.equal(profile.routes.get("getReport"), "GET /reports/{reportId}");
    assert.equal(profile.timeColumn, "Clock");
    assert.deepEqual(profile.cookies, { asid: "Session", impersonation: "ServiceImpersonationToken" });
    assert.equal(profile.claimPrefix, "x:");
  });

  test("says what is wrong with it", () => {
    for (const [text, words] of [
      ["{", "is not JSON"],
      ["[]", "the profile must be object"],
      ['{"timeColum": "x"}', "(timeColum)"],
      ['{"timeColumn": 7}', "/timeColumn must be string"],
      ['{"routes": {"getReport": "FETCH /x"}}', "/routes/getReport must match"],
      ['{"routes": {"getNothing": "GET /x"}}', '"getNothing", which is not an operation'],
      ['{"routes": {"getReport": "GET /reports"}}', "must have these path parameters: {reportId}"],
      ['{"routes": {"listReports": "GET /reports/{a}"}}', "must have these path parameters: none"],
      ['{"cookies": {"asid": "a b"}}', 'the cookie name "a b"'],
      ['{"sampleNameIn": "path"}', "/sampleNameIn"],
      ['{"deletedUsers": "ids"}', "/deletedUsers"],
      ['{"answerPrefixes": {"colour": "X_"}}', "/answerPrefixes"],
      [
        '{"exportDestinations": {"warehouse": "lakehouse"}}',
        'the name "lakehouse" for two destinations of export credentials',
      ],
    ] as const) {
      assert.throws(
        () => parseDeploymentProfile(text),
        (error) => error instanceof ProfileError && error.message.includes(words),
        text,
      );
    }
  });

  test("fills in a document that has been read", () => {
    assert.equal(createResolvedProfile({ grantPrefix: "g:" }).grantPrefix, "g:");
  });
});

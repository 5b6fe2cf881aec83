import assert from "node:assert/strict";
import { isCodeChallenge, matchesCodeChallenge } from "../../../../src/service/authorization/authorization-request.ts";

suite("code challenges", () => {
  // RFC 7636, appendix B.
  const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

  test("fit the verifier they were made from", () => {
    assert.ok(isCodeChallenge(challenge));
    assert.ok(matchesCodeChallenge(verifier, challenge));
  });

  test("fit no other text", () => {
    assert.ok(!matchesCodeChallenge(`${verifier}x`, challenge));
    assert.ok(!matchesCodeChallenge(challenge, challenge));
    assert.ok(!matchesCodeChallenge("", challenge));
    assert.ok(!isCodeChallenge(`${challenge}=`));
  });
});

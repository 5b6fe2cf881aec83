import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bearer, type IssuedTokens, metadataPath, refusalOf, tokenPath } from "../support/authorization.ts";
import { type AssertionParts, TestIdentityProvider } from "../support/identity-provider.ts";
import { startTestService, type TestAnswer, type TestService } from "../support/running-service.ts";

const minute = 60_000;

suite("SAML assertions at the embedded service", () => {
  let test_: TestService;
  let provider: TestIdentityProvider;
  suiteSetup(async () => {
    test_ = await startTestService({ hasSample: false });
    provider = new TestIdentityProvider(() => test_.clock.now());
  });
  suiteTeardown(() => test_.dispose());

  function exchange(xml: string, fields: Readonly<Record<string, string>> = {}): Promise<TestAnswer> {
    const { clientId, clientSecret } = test_.service.credentials;
    const form = {
      grant_type: "urn:ietf:params:oauth:grant-type:saml2-bearer",
      client_id: clientId,
      client_secret: clientSecret,
      assertion: Buffer.from(xml).toString("base64url"),
      ...fields,
    };
    return test_.send("POST", tokenPath, { form });
  }

  const signed = (parts: Partial<AssertionParts> = {}, by = provider) =>
    by.sign(provider.assertion(test_.service.ready.username, parts));

  test("are refused while the tenant has no identity provider, with what to do", async () => {
    const answer = await exchange(signed());
    assert.equal(refusalOf(answer), "400 SINGLE_SIGN_ON_OFF");
    assert.match(String(answer.json().message), /identity-providers\.json/);
  });

  test("are taken from the provider that the data folder describes", async () => {
    const { issuer, audience, certificate } = provider;
    const providers = { WFF_demo: { issuer, audience, certificate } };
    await writeFile(join(test_.dataFolder, "identity-providers.json"), JSON.stringify(providers));
    await test_.restart();
    assert.equal((await exchange(signed())).status, 200);
  });

  test("of the tenant's identity provider are exchanged for tokens", async () => {
    const answer = await exchange(signed());
    assert.equal(answer.status, 200, answer.text);
    const { access_token } = answer.json<IssuedTokens>();
    const metadata = await test_.send("GET", metadataPath, bearer(test_, access_token));
    assert.equal(metadata.json().email, test_.service.ready.username);
  });

  test("may come within a response, with an XML declaration, and as plain base64", async () => {
    const response = `<?xml version="1.0"?><p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol">${signed()}</p:Response>`;
    assert.equal((await exchange(response)).status, 200);
    const assertion = Buffer.from(`<?xml version="1.0"?>\n${signed()}`).toString("base64");
    assert.equal((await exchange("", { assertion })).status, 200);
  });

  test("are taken once, over a restart too", async () => {
    const xml = signed();
    assert.equal((await exchange(xml)).status, 200);
    const again = await exchange(xml);
    assert.equal(refusalOf(again), "401 ASSERTION_REUSED");
    assert.match(String(again.json().message), /request a new one from the identity provider/);
    await test_.restart();
    assert.equal(refusalOf(await exchange(xml)), "401 ASSERTION_REUSED");
  });

  test("are refused for whatever is wrong with them, each with its reason", async () => {
    const { username } = test_.service.ready;
    const now = test_.clock.now();
    const mallory = new TestIdentityProvider(() => test_.clock.now());
    const good = signed();
    const hidden = provider.assertion("viewer@demo.example", { id: "_evil" });
    for (const [xml, words] of [
      [provider.assertion(username), /not signed by the tenant's identity provider/],
      [signed({}, mallory), /not signed by the tenant's identity provider/],
      [good.replace(username, "viewer@demo.example"), /was changed after it was signed/],
      [`${hidden}${good}`, /cannot be read|was changed after it was signed/],
      [good.replace("</saml:Assertion>", `${hidden}</saml:Assertion>`), /was changed after it was signed/],
      [signed({ issuer: "https://other.example" }), /from another issuer/],
      [signed({ audience: "https://other.example" }), /for another audience/],
      [signed({ notOnOrAfter: now - 2 * minute }), /has expired/],
      [signed({ notBefore: now + 2 * minute }), /not valid yet/],
      [signed({ notOnOrAfter: undefined }), /has no expiry time/],
      [signed({ method: "urn:oasis:names:tc:SAML:2.0:cm:holder-of-key" }), /no bearer confirmation/],
      [`<!DOCTYPE a [<!ENTITY b "c">]>${good}`, /document type/],
      ["not XML", /cannot be read/],
      ["", /cannot be read/],
    ] as const) {
      const answer = await exchange(xml);
      assert.equal(refusalOf(answer), "401 ASSERTION_INVALID", xml);
      assert.match(String(answer.json().message), words);
      assert.match(String(answer.json().message), /Request a new one from the identity provider/);
    }
    const stranger = await exchange(signed({ subject: "nobody@demo.example" }));
    assert.equal(refusalOf(stranger), "401 ASSERTION_INVALID");
    assert.match(String(stranger.json().message), /is not a user of WFF_demo/);
    assert.equal(refusalOf(await exchange(good, { client_secret: "wrong" })), "401 CLIENT_INVALID");
  });

  test("are taken when they are signed with SHA-256 or SHA-512, and refused when any part of it is SHA-1", async () => {
    const { username } = test_.service.ready;
    for (const [signature, digest, isTaken] of [
      ["sha256", "sha256", true],
      ["sha512", "sha512", true],
      ["sha256", "sha512", true],
      ["sha1", "sha1", false],
      ["sha1", "sha256", false],
      ["sha256", "sha1", false],
    ] as const) {
      const xml = provider.sign(provider.assertion(username), { signature, digest });
      const response = `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol">${xml}</p:Response>`;
      for (const document of isTaken ? [xml] : [xml, response]) {
        const answer = await exchange(document);
        if (isTaken) {
          assert.equal(answer.status, 200, `${signature} ${digest}: ${answer.text}`);
        } else {
          assert.equal(refusalOf(answer), "401 ASSERTION_INVALID", `${signature} ${digest}`);
          assert.match(String(answer.json().message), /SHA-1.*set the identity provider to RSA with SHA-256/);
        }
      }
    }
  });

  test("leave nothing of themselves in the log", async () => {
    const xml = signed();
    await exchange(xml.replace(test_.service.ready.username, "viewer@demo.example"));
    await exchange(xml);
    const log = test_.log.join("");
    assert.ok(!log.includes("Assertion ") && !log.includes(Buffer.from(xml).toString("base64url")));
    assert.ok(!log.includes(provider.audience));
  });
});

import assert from "node:assert/strict";
import {
  accountLabel,
  baseUrlOf,
  describeTarget,
  hasDifferentSignIn,
  localConnection,
  parseHost,
  parseVanityName,
  readConnections,
} from "../../../../src/features/connections/connection-model.ts";
import { parseAssertion } from "../../../../src/features/connections/sign-in-settings-model.ts";

describe("a connection", () => {
  it("puts the vanity name before the host's name", () => {
    assert.equal(
      baseUrlOf({ host: "https://api.example.com:8443", vanityName: "acme" }),
      "https://acme.api.example.com:8443",
    );
    assert.equal(baseUrlOf({ host: "https://api.example.com", vanityName: "" }), "https://api.example.com");
  });

  it("takes an address without its scheme as https", () => {
    assert.deepEqual(parseHost("api.example.com"), { ok: true, value: "https://api.example.com" });
  });

  it("refuses plain http except on this machine", () => {
    assert.equal(parseHost("http://api.example.com").ok, false);
    assert.equal(parseHost("http://127.0.0.1:8080").ok, true);
  });

  it("refuses credentials in the address without repeating them", () => {
    const result = parseHost("https://ana:hunter2@api.example.com");
    assert.equal(result.ok, false);
    assert.ok(!JSON.stringify(result).includes("hunter2"));
  });

  it("refuses a vanity name that is no host label", () => {
    assert.equal(parseVanityName("acme-1").ok, true);
    assert.equal(parseVanityName("acme.com").ok, false);
  });

  it("leaves out stored entries that are damaged", () => {
    const good = { ...localConnection, id: "1", kind: "remote" };
    assert.deepEqual(readConnections([good, { id: 2 }, null, "x"]), [good]);
    assert.deepEqual(readConnections(undefined), []);
  });

  it("leaves out a stored entry whose way to sign in is not known", () => {
    const signIn = { kind: "password", clientId: "app", bypassesSingleSignOn: false, assertionFile: "" };
    const good = { ...localConnection, id: "1", kind: "remote", signIn, impersonation: { username: "g", write: true } };
    const bad = [
      { ...good, signIn: { ...signIn, kind: "magic" } },
      { ...good, signIn: { kind: "password" } },
      { ...good, impersonation: { username: "g" } },
    ];
    assert.deepEqual(readConnections([good, ...bad]), [good]);
  });

  it("takes an assertion in base64, and not XML, whose line breaks would be lost", () => {
    assert.deepEqual(parseAssertion(" PEFzc2Vy-_= \n"), { ok: true, value: "PEFzc2Vy-_=" });
    assert.equal(parseAssertion("<Assertion/>").ok, false);
    assert.equal(parseAssertion("").ok, false);
  });

  it("has an account with the name of its user, and of the one acted as", () => {
    const acme = { ...localConnection, label: "Acme" };
    assert.equal(accountLabel(acme), "Acme");
    assert.equal(accountLabel({ ...acme, username: "ana" }), "ana (Acme)");
    const impersonation = { username: "grace", write: false };
    assert.equal(accountLabel({ ...acme, username: "ana", impersonation }), "ana as grace (Acme)");
  });

  it("needs a new sign-in when it has another address or client, but not for another name", () => {
    const signIn = {
      kind: "authorization-code",
      clientId: "app",
      bypassesSingleSignOn: false,
      assertionFile: "",
    } as const;
    const one = { ...localConnection, signIn };
    assert.equal(hasDifferentSignIn(one, { ...one, label: "New", role: "production" }), false);
    assert.equal(hasDifferentSignIn(one, { ...one, host: "https://other.example" }), true);
    assert.equal(hasDifferentSignIn(one, { ...one, signIn: { ...signIn, clientId: "other" } }), true);
  });

  it("is described with tenant and project", () => {
    const target = { tenant: "WFF_a", project: { id: "1", name: "Q3" } };
    assert.equal(describeTarget(localConnection, target), "Local · WFF_a · Q3");
    assert.equal(describeTarget(localConnection, {}), "Local");
  });
});

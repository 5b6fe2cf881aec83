import assert from "node:assert/strict";
import {
  type ConnectionDraft,
  connectionOf,
  draftOf,
  fieldsOf,
  hasStored,
} from "../../../../src/features/connections/connection-form-model.ts";
import { type Connection, readConnections } from "../../../../src/features/connections/connection-model.ts";

const answered: ConnectionDraft = {
  ...draftOf(undefined),
  host: "api.example.com",
  vanityName: "acme",
  label: " Acme ",
  apiKey: "key-1",
  clientId: "app",
  clientSecret: "secret-1",
  username: "ana",
  password: "word-1",
  assertionFile: "/tmp/assertion.xml",
  assertion: "QUJD",
  targetUsername: "grace",
  targetTenant: "WFF_a~b",
};
const common = ["host", "vanityName", "label", "signIn", "apiKey"];

describe("the form of a connection", () => {
  it("asks for what the kind of sign-in needs and for nothing else", () => {
    const asked = (more: Partial<ConnectionDraft>) => fieldsOf({ ...answered, ...more }).slice(common.length, -3);
    assert.deepEqual(fieldsOf(answered).slice(0, common.length), common);
    assert.deepEqual(asked({ signIn: "asid" }), ["username", "password"]);
    assert.deepEqual(asked({ signIn: "asid-exchange" }), ["username", "password"]);
    assert.deepEqual(asked({ signIn: "password" }), ["clientId", "clientSecret", "username", "password"]);
    assert.deepEqual(asked({ signIn: "authorization-code" }), ["clientId", "clientSecret", "singleSignOn"]);
    const saml = ["clientId", "clientSecret", "assertionSource"];
    assert.deepEqual(asked({ signIn: "saml-bearer", assertionSource: "file" }), [...saml, "assertionFile"]);
    assert.deepEqual(asked({ signIn: "saml-bearer", assertionSource: "text" }), [...saml, "assertion"]);
    assert.deepEqual(fieldsOf(answered).slice(-3), ["actsAs", "names", "role"]);
    assert.deepEqual(fieldsOf({ ...answered, actsAs: "reader" }).slice(-5), [
      "actsAs",
      "targetUsername",
      "targetTenant",
      "names",
      "role",
    ]);
    assert.deepEqual(fieldsOf({ ...answered, names: "profile" }).slice(-3), ["names", "profileFile", "role"]);
  });

  it("opens with what is known, but never with a secret", () => {
    const { connection } = connectionOf(
      {
        ...answered,
        signIn: "saml-bearer",
        actsAs: "writer",
        names: "profile",
        profileFile: "/tmp/p.json",
        role: "test",
      },
      "one",
      undefined,
    );
    const draft = draftOf(connection);
    const secrets = { apiKey: "", clientSecret: "", password: "", assertion: "" };
    const shown = { host: "https://api.example.com", label: "Acme", username: "", signIn: "saml-bearer" };
    assert.deepEqual(draft, {
      ...answered,
      ...secrets,
      ...shown,
      actsAs: "writer",
      names: "profile",
      profileFile: "/tmp/p.json",
      role: "test",
    });
  });

  it("keeps stored secrets that were left empty and drops those of another kind", () => {
    const stored = { apiKey: "key-0", password: "word-0", clientSecret: "secret-0", assertion: "QQ==" };
    const empty = { ...answered, apiKey: "", password: "", clientSecret: "", assertion: "" };
    const secretsOf = (more: Partial<ConnectionDraft>) => connectionOf({ ...empty, ...more }, "one", stored).secrets;
    assert.deepEqual(secretsOf({ signIn: "asid" }), { apiKey: "key-0", password: "word-0" });
    assert.deepEqual(secretsOf({ signIn: "authorization-code" }), {
      apiKey: "key-0",
      password: "",
      clientSecret: "secret-0",
    });
    assert.deepEqual(secretsOf({ signIn: "saml-bearer", assertionSource: "text" }), {
      apiKey: "key-0",
      password: "",
      clientSecret: "secret-0",
      assertion: "QQ==",
    });
    assert.equal(secretsOf({ signIn: "password", password: "word-2" }).password, "word-2");
    assert.deepEqual([hasStored("password", stored), hasStored("password", undefined)], [true, false]);
  });

  it("makes connections that can be stored and read again, without a secret in them", () => {
    const kinds = ["asid", "authorization-code", "password", "saml-bearer", "asid-exchange"] as const;
    for (const signIn of kinds) {
      for (const actsAs of ["oneself", "reader", "writer"] as const) {
        const { connection } = connectionOf({ ...answered, signIn, actsAs }, "one", undefined);
        const text = JSON.stringify([connection]);
        assert.deepEqual(readConnections(JSON.parse(text)), [connection]);
        assert.doesNotMatch(text, /key-1|secret-1|word-1|QUJD/);
      }
    }
  });

  it("acts as another user only where that was chosen", () => {
    const made = (more: Partial<ConnectionDraft>): Connection =>
      connectionOf({ ...answered, ...more }, "one", undefined).connection;
    assert.equal(made({}).impersonation, undefined);
    assert.deepEqual(made({ actsAs: "reader" }).impersonation, {
      username: "grace",
      write: false,
      tenant: "WFF_a~b",
    });
    assert.deepEqual(made({ actsAs: "writer", targetTenant: " " }).impersonation, { username: "grace", write: true });
  });
});

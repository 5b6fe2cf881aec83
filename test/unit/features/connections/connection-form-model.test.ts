import assert from "node:assert/strict";
import { MalformedError, NetworkError, SignInError, StatusError } from "../../../../src/client/interface/errors.ts";
import {
  connectionOf,
  draftOf,
  hasStoredSecret,
  likelyWrongField,
} from "../../../../src/features/connections/connection-form-model.ts";
import { type Connection, readConnections } from "../../../../src/features/connections/connection-model.ts";
import {
  type ConnectionDraft,
  isConnectionDraft,
  parseThreshold,
  shownFormFields,
  withoutSecrets,
} from "../../../../src/protocol/connection-form.ts";

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
const common = ["host", "vanityName", "label", "role", "apiKey", "signIn"];

describe("the form of a connection", () => {
  it("asks for what the kind of sign-in needs and for nothing else", () => {
    const asked = (more: Partial<ConnectionDraft>) =>
      shownFormFields({ ...answered, ...more }).slice(common.length, -3);
    assert.deepEqual(shownFormFields(answered).slice(0, common.length), common);
    assert.deepEqual(asked({ signIn: "asid" }), ["username", "password"]);
    assert.deepEqual(asked({ signIn: "asid-exchange" }), ["username", "password"]);
    assert.deepEqual(asked({ signIn: "password" }), ["clientId", "clientSecret", "username", "password"]);
    assert.deepEqual(asked({ signIn: "authorization-code" }), ["clientId", "clientSecret", "singleSignOn"]);
    const saml = ["clientId", "clientSecret", "assertionSource"];
    assert.deepEqual(asked({ signIn: "saml-bearer", assertionSource: "file" }), [...saml, "assertionFile"]);
    assert.deepEqual(asked({ signIn: "saml-bearer", assertionSource: "text" }), [...saml, "assertion"]);
    assert.deepEqual(shownFormFields(answered).slice(-3), ["actsAs", "names", "smallGroups"]);
    assert.deepEqual(shownFormFields({ ...answered, actsAs: "reader" }).slice(-5), [
      "actsAs",
      "targetUsername",
      "targetTenant",
      "names",
      "smallGroups",
    ]);
    const profile = ["names", "profileFile", "smallGroups"];
    assert.deepEqual(shownFormFields({ ...answered, names: "profile" }).slice(-3), profile);
    assert.deepEqual(shownFormFields({ ...answered, smallGroups: "mark" }).slice(-2), ["smallGroups", "threshold"]);
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
      smallGroups: "off",
    });
  });

  it("is checked when it comes from the page, and has no secret where it is kept", () => {
    assert.equal(isConnectionDraft(answered), true);
    assert.equal(isConnectionDraft({ ...answered, role: "owner" }), false);
    assert.equal(isConnectionDraft({ ...answered, host: 1 }), false);
    assert.doesNotMatch(JSON.stringify(withoutSecrets(answered)), /key-1|secret-1|word-1|QUJD/);
  });

  it("names a connection by its vanity name or its address where no name was given", () => {
    const label = (more: Partial<ConnectionDraft>) =>
      connectionOf({ ...answered, label: " ", ...more }, "one", undefined).connection.label;
    assert.deepEqual([label({}), label({ vanityName: "" })], ["acme", "api.example.com"]);
  });

  it("hides small groups of a new connection to production, and keeps what was stored of others", () => {
    const made = (more: Partial<ConnectionDraft>) =>
      connectionOf({ ...answered, ...more }, "one", undefined).connection;
    assert.deepEqual(made({ role: "production" }).smallGroups, { mode: "hide", threshold: 5 });
    assert.equal(made({ role: "production", smallGroups: "off" }).smallGroups, undefined);
    assert.equal(made({ role: "test" }).smallGroups, undefined);
    const marked = made({ smallGroups: "mark", threshold: " 12 " });
    assert.deepEqual(marked.smallGroups, { mode: "mark", threshold: 12 });
    const draft = draftOf(marked);
    assert.deepEqual([draft.smallGroups, draft.threshold], ["mark", "12"]);
    // One that was stored before there were guards stays as it was, also in production.
    assert.equal(draftOf(made({ role: "production", smallGroups: "off" })).smallGroups, "off");
    const damaged = { ...marked, smallGroups: { mode: "hide", threshold: 0 } };
    assert.deepEqual(readConnections([marked, damaged]), [marked]);
  });

  it("takes a whole number of people from 1 to 1000", () => {
    assert.deepEqual(["1", " 1000 ", "0", "1001", "-5", "2.5", "", "five"].map(parseThreshold), [
      1,
      1000,
      ...Array.from({ length: 6 }, () => undefined),
    ]);
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
    assert.deepEqual([hasStoredSecret("password", stored), hasStoredSecret("password", undefined)], [true, false]);
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

  it("marks the field that a failed test speaks of, if it is shown", () => {
    const operation = "getUserMetadata";
    const refused = (serverMessage: string) => new StatusError(operation, 401, { serverMessage });
    const signIn = (serverMessage: string) =>
      new SignInError("requestJwt", "refused", { status: 401, cause: refused(serverMessage) });
    const fieldOf = (error: unknown, more: Partial<ConnectionDraft> = {}) =>
      likelyWrongField(error, { ...answered, ...more });
    assert.equal(fieldOf(refused("The API key is wrong.")), "apiKey");
    assert.equal(fieldOf(signIn("The user name or the password is wrong.")), "password");
    const client = signIn("The client id or the client secret is wrong.");
    assert.equal(fieldOf(client, { signIn: "authorization-code" }), "clientSecret");
    // The form of another kind of sign-in has no such field.
    assert.equal(fieldOf(client, { signIn: "asid" }), undefined);
    const assertion = signIn("The assertion has expired.");
    assert.equal(fieldOf(assertion, { signIn: "saml-bearer" }), "assertionFile");
    assert.equal(fieldOf(assertion, { signIn: "saml-bearer", assertionSource: "text" }), "assertion");
    const unread = new SignInError(operation, "the SAML assertion /tmp/assertion.xml cannot be read.");
    assert.equal(fieldOf(unread, { signIn: "saml-bearer" }), "assertionFile");
    const profile = { names: "profile", profileFile: "/tmp/p.json" } as const;
    assert.equal(fieldOf(new Error("The deployment profile /tmp/p.json cannot be read."), profile), "profileFile");
    const acting = new SignInError("requestImpersonationToken", "refused", { status: 403 });
    assert.equal(fieldOf(acting, { actsAs: "reader" }), "targetUsername");
    const offline = new NetworkError(operation, "offline", { host: "x", isTransient: true });
    for (const error of [offline, new MalformedError(operation, "it is a page"), new StatusError(operation, 302)]) {
      assert.equal(fieldOf(error), "host");
    }
    assert.equal(fieldOf(new StatusError(operation, 503)), undefined);
    assert.equal(fieldOf(new Error("unknown")), undefined);
  });
});

import assert from "node:assert/strict";
import { connectionRemedyFor, refusedCredentials } from "../../../src/base/refused-credentials.ts";
import { NetworkError, SignInError, StatusError } from "../../../src/client/interface/errors.ts";

function refused(serverMessage: string | undefined): StatusError {
  return new StatusError("getUserMetadata", 401, {
    serverMessage,
    advice: "Check the API key, user name and password of the connection.",
  });
}

describe("what a service refused", () => {
  it("is the part that its message names, not one of those in the advice", () => {
    const partOf = (text: string | undefined) => refusedCredentials(refused(text))?.part;
    assert.deepEqual(
      [
        "The API key is wrong; send the API key of the tenant you sign in to.",
        "The client id or the client secret is wrong.",
        "The user name or the password is wrong.",
        "The assertion has expired.",
        "The credential is unknown.",
        undefined,
      ].map(partOf),
      ["apiKey", "clientSecret", "password", "assertion", undefined, undefined],
    );
  });

  it("is found in the cause of a refused sign-in, with the connection", () => {
    const cause = refused("The user name or the password is wrong.");
    const error = new SignInError("requestSecureToken", "refused", { status: 401, cause });
    error.connectionId = "one";
    assert.deepEqual(refusedCredentials(error), { connectionId: "one", part: "password" });
    const wrapped = new Error("The job was not started.", { cause: error });
    assert.deepEqual(refusedCredentials(wrapped), { connectionId: "one", part: "password" });
    const acting = new SignInError("requestImpersonationToken", "refused", { status: 403 });
    assert.equal(refusedCredentials(acting)?.part, "targetUsername");
  });

  it("is helped by another sign-in only where nothing stored is known to be wrong", () => {
    assert.deepEqual(connectionRemedyFor(refused("The API key is wrong.")), { field: "apiKey", canSignIn: false });
    assert.deepEqual(connectionRemedyFor(refused(undefined)), { field: undefined, canSignIn: true });
    const offline = new NetworkError("querySqlLike", "offline", { host: "x", isTransient: true });
    assert.deepEqual(connectionRemedyFor(new Error("wrapped", { cause: offline })), {
      field: "host",
      canSignIn: false,
    });
    assert.equal(connectionRemedyFor(new StatusError("querySqlLike", 400, {})), undefined);
  });

  it("is nothing for other failures", () => {
    const offline = new NetworkError("getUserMetadata", "offline", { host: "x", isTransient: true });
    for (const error of [offline, new StatusError("getUserMetadata", 403), new Error("x"), undefined, "x"]) {
      assert.equal(refusedCredentials(error), undefined);
    }
  });
});

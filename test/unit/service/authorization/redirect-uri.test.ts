import assert from "node:assert/strict";
import { isCallbackUri, isRegisteredRedirect } from "../../../../src/service/authorization/redirect-uri.ts";

suite("callback URIs", () => {
  test("are absolute, without a fragment and without port 0", () => {
    for (const uri of [
      "http://localhost:5000/oauth2/callback",
      "http://127.0.0.1/callback",
      "https://portal.example/back?a=b",
      "vscode://workforce.workforce-analytics/signed-in",
      "com.example.portal:/back",
    ]) {
      assert.equal(isCallbackUri(uri), true, uri);
    }
    for (const uri of [
      "",
      "/back",
      "callback",
      "http://",
      "http://127.0.0.1:99999/callback",
      "http://[::1]:65536/callback",
      "http://127.0.0.1:0/callback",
      "http://127.0.0.1:00/callback",
      "http://127.0.0.1/callback#part",
      "http://127.0.0.1/callback#",
      "http://127.0.0.1/call back",
      " http://127.0.0.1/callback",
      "javascript:alert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
    ]) {
      assert.equal(isCallbackUri(uri), false, uri);
    }
  });

  test("that are unfit are not registered, whatever the registration says", () => {
    const registered = ["http://127.0.0.1/callback", "code-oss://a.b/signed-in", "http://127.0.0.1:0/callback"];
    assert.equal(isRegisteredRedirect("http://127.0.0.1:65535/callback", registered), true);
    const page = "http://127.0.0.1:1/callback?vscode-scheme=code-oss&vscode-authority=a.b&vscode-path=%2Fsigned-in";
    assert.equal(isRegisteredRedirect(page, registered), true);
    for (const uri of [
      "http://127.0.0.1:65536/callback",
      "http://127.0.0.1:0/callback",
      `${page}#part`,
      page.replace(":1/", ":99999/"),
    ]) {
      assert.equal(isRegisteredRedirect(uri, registered), false, uri);
    }
  });
});

import assert from "node:assert/strict";
import { isLoopbackHost } from "../../../src/base/loopback-host.ts";

suite("the hosts that are this machine", () => {
  for (const host of ["localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "[::1]"]) {
    test(`have ${host} among them`, () => assert.equal(isLoopbackHost(host), true));
  }
  for (const host of [
    "localhost.example.com",
    "127.0.0.1.example.com",
    "127.example.com",
    "128.0.0.1",
    "0.0.0.0",
    "[::2]",
    "[::ffff:127.0.0.1]",
    "",
  ]) {
    test(`do not have ${host || "an empty one"} among them`, () => assert.equal(isLoopbackHost(host), false));
  }
});

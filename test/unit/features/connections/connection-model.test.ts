import assert from "node:assert/strict";
import {
  baseUrlOf,
  describeTarget,
  localConnection,
  parseHost,
  parseVanityName,
  readConnections,
} from "../../../../src/features/connections/connection-model.ts";

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

  it("is described with tenant and project", () => {
    const target = { tenant: "WFF_a", project: { id: "1", name: "Q3" } };
    assert.equal(describeTarget(localConnection, target), "Local · WFF_a · Q3");
    assert.equal(describeTarget(localConnection, {}), "Local");
  });
});

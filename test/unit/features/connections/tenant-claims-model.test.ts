import assert from "node:assert/strict";
import { readTenants } from "../../../../src/features/connections/tenant-claims-model.ts";

const acme = { tenantCode: "WFF_a", displayName: "Acme" };

describe("the tenants of a user", () => {
  it("are read from the claims, the code standing for a missing name", () => {
    const claims = {
      "service:tenant_id": "WFF_a",
      "service:tenant_details": { details: [acme, { tenantCode: "WFF_b" }] },
    };
    assert.deepEqual(readTenants(claims), {
      login: "WFF_a",
      tenants: [
        { code: "WFF_a", displayName: "Acme" },
        { code: "WFF_b", displayName: "WFF_b" },
      ],
    });
  });

  it("are read by the prefix of the deployment", () => {
    const claims: object = { "acme:tenant_id": "WFF_a", "acme:tenant_details": { details: [acme] } };
    assert.deepEqual(readTenants(claims, "acme:").tenants, [{ code: "WFF_a", displayName: "Acme" }]);
    assert.deepEqual(readTenants(claims), { login: undefined, tenants: [] });
  });

  it("are the login tenant alone where no others are told", () => {
    assert.deepEqual(readTenants({ "service:tenant_id": "WFF_a" }).tenants, [{ code: "WFF_a", displayName: "WFF_a" }]);
  });
});

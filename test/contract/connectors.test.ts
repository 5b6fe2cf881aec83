import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ConnectorCaller } from "../support/connector-caller.ts";
import { startTestService, type TestAnswer, type TestService } from "../support/running-service.ts";

const credentials = "/v1/op/data-connector-credentials";
const connectors = "/v1/op/data-connectors";
const child = "WFF_demo~north";

interface TenantResult {
  readonly tenantCode: string;
  readonly status: string;
  readonly message: string;
  readonly connectors: readonly {
    readonly credential?: { readonly credentialId: string; readonly message: string };
    readonly settings?: readonly { readonly key: string; readonly value: string; readonly message: string }[];
  }[];
}

suite("connector credentials and data connectors", () => {
  let test_: TestService;
  let caller: ConnectorCaller;
  suiteSetup(async () => {
    test_ = await startTestService();
    caller = new ConnectorCaller(test_);
  });
  suiteTeardown(() => test_.dispose());

  const refused = (answer: TestAnswer, status: number, code: string, message: RegExp) => {
    assert.deepEqual([answer.status, answer.json().code], [status, code], answer.text);
    assert.match(String(answer.json().message), message);
  };
  const create = (dataProviderAuthParams: unknown) => caller.call("POST", credentials, { dataProviderAuthParams });
  const assign = async (tenants: readonly { tenantCode: string; credentialId: string }[], connectorId = "hris-files") =>
    (await caller.call("POST", `${connectors}/assignCredentials`, { connectors: [{ connectorId, tenants }] })).json<{
      tenants: TenantResult[];
    }>().tenants;
  const listed = async (query = "") =>
    (await caller.call("GET", `${credentials}${query}`)).json<{
      connectorCredentials: { credentialId: string; displayName: string; isInherited: boolean; dataProvider: string }[];
    }>().connectorCredentials;

  test("a credential of a known provider is tried at once", async () => {
    const path = await caller.writeFiles("tried", { "employee.csv": "x\n" });
    const good = await caller.addCredential("folder", { path });
    assert.deepEqual(good.missingConnectionProperties, []);
    const [missing] = (await caller.addCredential("folder", {})).missingConnectionProperties;
    assert.deepEqual(missing?.attributes, ["path"]);
    const [elsewhere] = (await caller.addCredential("folder", { path: "/etc" })).missingConnectionProperties;
    assert.match(
      elsewhere?.errorMessage ?? "",
      /--allow-folder or the setting workforce\.localService\.allowedFolders/,
    );
    const [far] = (
      await caller.addCredential("http", {
        endpoint: "http://169.254.169.254/",
        username: "a",
        password: "b",
        apiKey: "c",
      })
    ).missingConnectionProperties;
    assert.match(far?.errorMessage ?? "", /169\.254\.169\.254/);
  });

  test("a credential of another provider is kept, and the answer says that there is no driver", async () => {
    const { uuid, missingConnectionProperties } = await caller.addCredential("snowflake", { password: "hidden" });
    assert.equal(missingConnectionProperties.length, 1);
    assert.match(missingConnectionProperties[0]?.errorMessage ?? "", /no driver here for snowflake/);
    assert.ok(
      (await listed()).some(({ credentialId, dataProvider }) => credentialId === uuid && dataProvider === "snowflake"),
    );
  });

  test("a credential has exactly one object with parameters, and no masked secret", async () => {
    refused(await create({ provider: "folder" }), 400, "REQUEST_INVALID", /has no object with the parameters/);
    refused(
      await create({ folderAuthParams: {}, httpAuthParams: {} }),
      400,
      "REQUEST_INVALID",
      /folderAuthParams and httpAuthParams/,
    );
    refused(
      await create({ provider: "folder", httpAuthParams: {} }),
      400,
      "REQUEST_INVALID",
      /folder takes folderAuthParams/,
    );
    refused(
      await create({ provider: "sftp", sftpAuthParams: { password: "********" } }),
      400,
      "REQUEST_INVALID",
      /sftpAuthParams\.password is masked/,
    );
  });

  test("what a credential signs in with never comes back", async () => {
    const secret = "s3cret-of-nobody";
    await caller.connect(
      "http-feed",
      "http",
      { endpoint: "http://127.0.0.1:9/", username: "ada", password: secret },
      { tables: "Employee: /x" },
    );
    const { job } = await caller.extract({ connectorIds: ["http-feed"] });
    assert.equal(job.state, "failed");
    const texts = [
      job.message ?? "",
      JSON.stringify(await listed()),
      (await caller.call("GET", connectors)).text,
      (await caller.call("GET", `${connectors}/connector-settings`)).text,
      (await caller.call("GET", "/v1/op/job-status/jobs")).text,
      test_.log.join(""),
    ];
    assert.deepEqual(
      texts.filter((text) => text.includes(secret)),
      [],
    );
    assert.equal(
      await readFile(join(test_.dataFolder, "service.json"), "utf8").then((text) => text.includes(secret)),
      false,
    );
  });

  test("names of credentials are unique symbols", async () => {
    const named = (displayName: string) =>
      caller.addCredential("folder", {}, { dataProviderBasicInformation: { displayName } });
    assert.equal((await named("Löhne & Gehälter")).symbolName, "Lohne_Gehalter");
    assert.equal((await named("Löhne & Gehälter")).symbolName, "Lohne_Gehalter_2");
    assert.equal((await named("2026")).symbolName, "Credential_2026");
  });

  test("a credential that is assigned cannot be deleted", async () => {
    const { uuid } = await caller.addCredential("folder", {});
    await caller.assign("hris-files", uuid);
    refused(await caller.call("DELETE", `${credentials}/${uuid}`), 409, "CREDENTIAL_IN_USE", /HRIS files in WFF_demo/);
    await assign([{ tenantCode: "WFF_demo", credentialId: "" }]);
    const deleted = await caller.call("DELETE", `${credentials}/${uuid}`);
    assert.equal(deleted.json<string>(), `The credential ${uuid} was deleted.`);
    refused(
      await caller.call("DELETE", `${credentials}/${uuid}`),
      404,
      "CREDENTIAL_UNKNOWN",
      /no connector credential/,
    );
  });

  test("children may use a credential that is inherited, and not delete it", async () => {
    const own = await caller.addCredential("folder", {});
    const shared = await caller.addCredential("folder", {}, { dataProviderMetadata: { canChildrenInherit: true } });
    const ofChild = await listed(`?tenantCode=${child}`);
    assert.deepEqual(
      ofChild
        .filter(({ credentialId }) => [own.uuid, shared.uuid].includes(credentialId))
        .map((one) => [one.credentialId, one.isInherited]),
      [[shared.uuid, true]],
    );
    const [result] = await assign([{ tenantCode: child, credentialId: own.uuid }]);
    assert.equal(result?.status, "Failed");
    refused(
      await caller.call("DELETE", `${credentials}/${shared.uuid}?tenantCode=${child}`),
      404,
      "CREDENTIAL_UNKNOWN",
      /of its own/,
    );
    assert.equal((await assign([{ tenantCode: child, credentialId: shared.uuid }]))[0]?.status, "Succeeded");
    refused(await caller.call("DELETE", `${credentials}/${shared.uuid}`), 409, "CREDENTIAL_IN_USE", /WFF_demo~north/);
  });

  test("a failure for one tenant does not affect the others", async () => {
    const { uuid } = await caller.addCredential("folder", {});
    const results = await assign([
      { tenantCode: "WFF_demo", credentialId: uuid },
      { tenantCode: child, credentialId: uuid },
      { tenantCode: "WFF_demo~group", credentialId: uuid },
      { tenantCode: "WFF_none", credentialId: uuid },
    ]);
    assert.deepEqual(
      results.map(({ tenantCode, status }) => [tenantCode, status]),
      [
        ["WFF_demo", "Succeeded"],
        [child, "Failed"],
        ["WFF_demo~group", "Failed"],
        ["WFF_none", "Failed"],
      ],
    );
    const [wrong] = await assign([{ tenantCode: "WFF_demo", credentialId: uuid }], "payroll-database");
    assert.match(wrong?.message ?? "", /Payroll database takes credentials of postgresql/);
    refused(
      await caller.call("POST", `${connectors}/assignCredentials`, {
        connectors: [{ connectorId: "none", tenants: [] }],
      }),
      404,
      "CONNECTOR_UNKNOWN",
      /it has hris-files/,
    );
  });

  test("settings are checked one by one", async () => {
    const connectorSettings = [
      { settingKey: "timeZone", value: "Europe/Berlin" },
      { settingKey: "batchSize", value: "many" },
      { settingKey: "region", value: "x" },
      { settingKey: "path", value: "../up" },
      { settingKey: "tables", value: "Employee: a, Employee: b" },
    ];
    const changed = await caller.call("PUT", `${connectors}/connector-settings`, {
      connectors: [{ connectorId: "hris-files", tenants: [{ tenantCode: "WFF_demo", connectorSettings }] }],
    });
    const [tenant] = changed.json<{ tenants: TenantResult[] }>().tenants;
    assert.equal(tenant?.status, "Failed");
    assert.deepEqual(
      tenant?.connectors[0]?.settings?.map(({ message }) => message.split(" ").slice(0, 3).join(" ")),
      ["Updated.", "A batch size", "There is no", "A path does", "Employee is there"],
    );
    const kept = (await caller.call("GET", `${connectors}/connector-settings`)).json<{
      connectors: { connectorId: string; connectorSettings: unknown[] }[];
    }>();
    assert.deepEqual(kept.connectors.find(({ connectorId }) => connectorId === "hris-files")?.connectorSettings, [
      { settingKey: "timeZone", value: "Europe/Berlin" },
    ]);
  });

  suite("extraction requests", () => {
    const start = (json: unknown, tenant = "WFF_demo") =>
      test_.call("POST", "/v1/op/data/startExtractAndLoad", {
        json,
        headers: tenant === "WFF_demo" ? {} : { TargetTenantID: tenant },
      });
    const now = Date.UTC(2026, 0, 15, 12);
    const invalid: readonly (readonly [unknown, RegExp])[] = [
      [{ overrideLastExtractionTimestamp: "2", extractToTimeOverride: "1" }, /begin at .* and end before/],
      [{ extractToTimeOverride: String(now + 60_000) }, /in the future/],
      [{ overrideLastExtractionTimestamp: "yesterday" }, /milliseconds since 1970/],
      [{ lastExtractionTimeOffsetWeeks: -1 }, /lastExtractionTimeOffsetWeeks must be from 0/],
      [{ lastExtractionTimeOffsetMode: "WEEK", lastExtractionTimeOffsetMonths: 1 }, /Weeks is missing/],
      [{ batchSizeOverride: 0 }, /batchSizeOverride must be from 1/],
      [{ connectorIds: [] }, /names no data connector/],
      [{ credentialId: "x", connectorIds: ["hris-files"] }, /lakehouse type/],
      [{ tenants: ["WFF_none"] }, /cannot run in WFF_none/],
    ];
    for (const [json, message] of invalid) {
      test(`are refused: ${JSON.stringify(json)}`, async () => {
        const answer = await start(json);
        assert.equal(answer.status, 400, answer.text);
        assert.match(String(answer.json().message), message);
      });
    }

    test("name what is unknown", async () => {
      refused(await start({ connectorIds: ["none"] }), 404, "CONNECTOR_UNKNOWN", /none/);
      refused(await start({ dataCategoryId: "none" }), 404, "CATEGORY_UNKNOWN", /none/);
      refused(await start({ tenants: [child] }, child), 400, "REQUEST_INVALID", /administrating tenants only/);
    });

    test("for several tenants start a dispatching job with one extraction each", async () => {
      const north = new ConnectorCaller(test_, child);
      for (const one of [caller, north]) {
        const path = await one.writeFiles("several", { "employee.csv": "EmployeeID,Effective_Date\nD-1,2025-05-01\n" });
        await one.connect("hris-files", "folder", { path });
      }
      const answer = await start({ allTenants: true, connectorIds: ["hris-files"] });
      const { JobId } = answer.json<{ JobId: string }>();
      const { jobRunner, jobs } = test_.service.platform;
      const dispatching = await jobRunner.ended(JobId, AbortSignal.timeout(30_000));
      assert.equal(dispatching.state, "succeeded", dispatching.message);
      for (const type of ["extraction", "receiving"] as const) {
        const children = await jobs.children(JobId, type, ["WFF_demo", child], { limit: 9, start: 0 });
        assert.deepEqual(
          children.map(({ tenant, state }) => [tenant, state]),
          [
            ["WFF_demo", "succeeded"],
            [child, "succeeded"],
          ],
        );
      }
    });
  });
});

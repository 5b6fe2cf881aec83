import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkPermissions } from "../../src/service/rights/check-permissions.ts";
import { sampleModel } from "../../src/service/sample/sample-model.ts";
import { sampleRights } from "../../src/service/sample-content/sample-rights.ts";
import { StoreError } from "../../src/service/store/store-error.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

suite("the files of profiles, permissions and groups", function () {
  this.timeout(60_000);
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService();
  });
  suiteTeardown(() => test_.dispose());

  const pathOf = (name: string) => join(test_.dataFolder, name);

  test("are made by the first start, and fit the sample's model", async () => {
    for (const name of ["profiles", "permissions", "groups"] as const) {
      assert.deepEqual(JSON.parse(await readFile(pathOf(`${name}.json`), "utf8")), sampleRights[name]);
    }
    checkPermissions(test_.service.platform.dataRights.catalogue, [sampleModel]);
  });

  /** Starts on a file of this text, which must fail, and puts back what was there. */
  async function refusalOfStart(name: string, text: string): Promise<string> {
    const before = await readFile(pathOf(name), "utf8");
    const groups = await readFile(pathOf("groups.json"), "utf8");
    let message = "";
    await test_
      .restart(async () => {
        await writeFile(pathOf("groups.json"), "{}");
        await writeFile(pathOf(name), text);
      })
      .catch((error: unknown) => {
        assert.ok(error instanceof StoreError, String(error));
        ({ message } = error);
      });
    await writeFile(pathOf("groups.json"), groups);
    await writeFile(pathOf(name), before);
    return message;
  }

  const permission = (employee: string) =>
    `{\n  "One": {\n    "objects": {\n      "Employee": ${employee}\n    }\n  }\n}\n`;

  for (const [what, file, text, expected] of [
    ["is no JSON", "permissions.json", '{\n  "One": {,\n', /^permissions\.json:2 in the data folder: this is not JSON/],
    [
      "has another field",
      "permissions.json",
      permission('{ "row": "" }'),
      /^permissions\.json:4 in the data folder: One\/objects\/Employee\/row: there is no such field/,
    ],
    [
      "has a condition with an unknown name",
      "permissions.json",
      permission('{\n        "rows": "Locatoin IN (\'EMEA\')"\n      }'),
      /^permissions\.json:5 in the data folder: One\/objects\/Employee\/rows: The formula `Locatoin IN \('EMEA'\)` cannot be used over "Employee"/,
    ],
    [
      "has a condition that is none",
      "permissions.json",
      permission('{ "rows": "Location IN" }'),
      /^permissions\.json:4 .*cannot be used over "Employee"/,
    ],
    [
      "has a condition that follows a reference",
      "permissions.json",
      permission('{ "rows": "Position.Job_Family IN (\'Technology\')" }'),
      /^permissions\.json:4 .*follows the reference "Position"/,
    ],
    [
      "has a condition on the time",
      "permissions.json",
      permission(
        `{ "rows": "Location IN ('EMEA') AND Service_Time BETWEEN date('2024-01-01') AND date('2025-01-01')" }`,
      ),
      /^permissions\.json:4 .*A filter cannot hold a condition on the time\. The time is chosen by the query\./,
    ],
    [
      "hides a name that nothing has",
      "permissions.json",
      permission('{\n        "hides": [\n          "Full_Name",\n          "Base_Salry"\n        ]\n      }'),
      /^permissions\.json:7 .*"Base_Salry"\. Did you mean `Base_Salary`\?/,
    ],
    [
      "names an object that no tenant has",
      "permissions.json",
      '{\n  "One": {\n    "objects": {\n      "Employe": {}\n    }\n  }\n}',
      /^permissions\.json:4 .*no tenant has an analytic object "Employe"\. Did you mean `Employee`\?/,
    ],
    [
      "has a condition for all other objects",
      "permissions.json",
      '{\n  "One": { "objects": { "*": { "rows": "isManager" } } }\n}',
      /^permissions\.json:2 .*put it under the object's id/,
    ],
    [
      "gives an unknown level",
      "profiles.json",
      '{\n  "One": {\n    "capabilities": {\n      "reporting": "Full"\n    }\n  }\n}',
      /^profiles\.json:4 in the data folder: One\/capabilities\/reporting:/,
    ],
    [
      "gives a capability that there is not",
      "profiles.json",
      '{\n  "One": { "capabilities": {\n    "report": "ReadOnly"\n  } }\n}',
      /^profiles\.json:3 .*One\/capabilities\/report: there is no such field/,
    ],
    [
      "has a group of an unknown profile",
      "groups.json",
      '{\n  "One": {\n    "profiles": [\n      "Vewer"\n    ]\n  }\n}',
      /^groups\.json:4 .*"Vewer" is not in profiles\.json\. Did you mean `Viewer`\?/,
    ],
  ] as const) {
    test(`keep the service from starting where one ${what}`, async () => {
      assert.match(await refusalOfStart(file, text), expected);
    });
  }
});

import assert from "node:assert/strict";
import type { ColumnMemberNames, ColumnMembers } from "../../src/base/member-names.ts";
import type { ModelSearch } from "../../src/languages/core/model/model-requests.ts";
import { type MemberNamesParams, memberNamesRequest } from "../../src/languages/core/requests/server-requests.ts";
import { LanguageEditor } from "../support/language-editor.ts";
import { searchService } from "../support/model-service.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

const time = 'Service_Time IN periods(date("2026-01-01"), 1, period(1, Month))';
const query = `SELECT employeeCount() AS Heads, level(Function, "Function") AS Job, level(Direct_Manager.Location, "Location_1") AS Country FROM Employee WHERE ${time}`;

suite("Display names of members, from the service's model", function () {
  this.timeout(60_000);
  let service: TestService;
  let editor: LanguageEditor;
  const searched: ModelSearch[] = [];

  suiteSetup(async () => {
    service = await startTestService();
    const search = searchService(service);
    editor = await LanguageEditor.open({
      search: (asked) => {
        searched.push(asked);
        return search(asked);
      },
    });
  });
  suiteTeardown(async () => {
    editor.dispose();
    await service.dispose();
  });

  function namesOf(members: ColumnMembers, text = query, options = {}): Promise<ColumnMemberNames> {
    const params: MemberNamesParams = { text, options, members };
    return editor.connection.sendRequest(memberNamesRequest, params);
  }

  test("are those of each column's dimension, also of another subject's, and only where they differ", async () => {
    const members = { Heads: ["12"], Job: ["RnD", "Sales", "No_Such"], Country: ["AMER.US"], Other: ["RnD"] };
    assert.deepEqual(await namesOf(members), {
      Job: { RnD: "Research and Development" },
      Country: { "AMER.US": "United States" },
    });
  });

  test("are those of members with a name of one letter too, which no search text can be", async () => {
    const text = `SELECT employeeCount() AS Heads, level(Gender, "Gender") AS Gender FROM Employee WHERE ${time}`;
    assert.deepEqual(await namesOf({ Gender: ["ND", "X", "Male"] }, text), {
      Gender: { ND: "Not declared", X: "Non-binary" },
    });
  });

  test("are searched for by the members of the result alone, some at a time", async () => {
    await namesOf({ Job: ["RnD"] });
    searched.length = 0;
    const many = Array.from({ length: 120 }, (_, index) => `Job_${index}`);
    await namesOf({ Job: ["HR", ...many] });
    const members = searched.filter(({ kind }) => kind === "member");
    assert.deepEqual(members.flatMap(({ names = [] }) => names).sort(), ["HR", ...many].sort());
    assert.ok(members.every(({ names = [] }) => names.length <= 50));
  });

  test("are not looked for where the result does not identify its members, or is a list", async () => {
    assert.deepEqual(await namesOf({ Job: ["RnD"] }, query, { memberDisplayMode: "MDX" }), {});
    const list = 'SELECT Function FROM Employee WHERE Service_Time BETWEEN date("2026-01-01") AND date("2026-01-02")';
    assert.deepEqual(await namesOf({ Function: ["RnD"] }, list), {});
    assert.deepEqual(await namesOf({ Job: ["RnD"] }, "SELECT nothing"), {});
  });
});

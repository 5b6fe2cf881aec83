import assert from "node:assert/strict";
import type { ModelSearch } from "../../../../../src/languages/core/model/model-requests.ts";
import { allInlayHints, type InlayHintChoice } from "../../../../../src/languages/core/requests/inlay-hint-choice.ts";
import { findInlayHints } from "../../../../../src/languages/sql-like/hints/inlay-hints.ts";
import type { NameScope } from "../../../../../src/languages/sql-like/names/query-name.ts";
import {
  describedScope,
  emptyScope,
  oddDescription,
  partOf,
  searchMembers,
} from "../../../../support/described-model.ts";

const none: InlayHintChoice = {
  periods: false,
  queryKind: false,
  memberNames: false,
  levelNames: false,
  parameterNames: false,
};

/** The text with its hints in it, each in `«»`. */
async function shown(
  text: string,
  choice: Partial<InlayHintChoice> = allInlayHints,
  scope: NameScope = describedScope,
) {
  const options = { ...scope, choice: { ...none, ...choice }, search: searchMembers };
  const hints = await findInlayHints(partOf(text), { start: 0, end: text.length }, options);
  let result = "";
  let end = 0;
  for (const { offset, label, tooltip } of hints) {
    assert.notEqual(tooltip, "");
    result += `${text.slice(end, offset)}«${label}»`;
    end = offset;
  }
  return result + text.slice(end);
}

const time = (text: string) => `SELECT employeeCount() FROM Employee WHERE Service_Time ${text}`;

describe("inlay hints of a SQL-like query", () => {
  it("say the kind of the query at SELECT", async () => {
    const choice = { queryKind: true };
    assert.equal(
      await shown("SELECT employeeCount() FROM Employee", choice),
      "SELECT«aggregate» employeeCount() FROM Employee",
    );
    assert.equal(await shown("SELECT Age FROM Employee", choice), "SELECT«list» Age FROM Employee");
    assert.equal(
      await shown("SELECT employeeCount FROM Employee", choice),
      "SELECT«aggregate» employeeCount FROM Employee",
    );
    assert.equal(await shown("SELECT ", choice), "SELECT ");
  });

  it("say the ends of periods and the last day of a range", async () => {
    const cases = [
      ['IN periods(date("2024-07-01"), 3, period(1, Month))', "«ends 2024-05-01, 2024-06-01, 2024-07-01»"],
      ['IN periods(date("2024-07-01"), 1, period(1, Month))', "«ends 2024-07-01»"],
      ['IN periods(date("2024-11-28"), 4, period(1, Year))', "«ends 2022-01-01 … 2024-11-28»"],
      ['IN periods(date("2024-07-01"), 9007199254740991, period(1, Day))', "«ends before the year 0 … 2024-07-01»"],
      ['BETWEEN date("2024-01-01") AND date("2024-07-01")', "«last day 2024-06-30»"],
      ['BETWEEN date("2024-07-01") AND date("2024-01-01")', ""],
      ['IN periods(date("2024-13-01"), 3, period(1, Month))', ""],
      ['IN periods(date("2024-07-01"), 3, period(1, Months))', ""],
    ];
    for (const [text = "", hint = ""] of cases) {
      assert.equal(await shown(time(text), { periods: true }), time(text) + hint);
    }
  });

  it("say how members and levels are called where that is another name", async () => {
    assert.equal(
      await shown('SELECT level(Location, "Location_1"), level(Gender, "Gender") FROM Employee', { levelNames: true }),
      'SELECT level(Location, "Location_1"«Country»), level(Gender, "Gender") FROM Employee',
    );
    assert.equal(
      await shown(
        'SELECT Age FROM Employee WHERE Location IN ("EMEA.Spain", "EMEA.Poland") AND Work_Model = "Hybrid"',
        {
          memberNames: true,
        },
      ),
      'SELECT Age FROM Employee WHERE Location IN ("EMEA.Spain"«España», "EMEA.Poland") AND Work_Model = "Hybrid"«Home and office»',
    );
  });

  it("name the parameters of metrics that are given by position", async () => {
    assert.equal(
      await shown("SELECT employeeCountAbovePay(1, 'a', 'b', 2) FROM Employee", { parameterNames: true }),
      "SELECT employeeCountAbovePay(«threshold =»1, «places =»'a', 'b', «by =»2) FROM Employee",
    );
    assert.equal(
      await shown("SELECT employeeCountAbovePay(by = 'x', 1) FROM Employee", { parameterNames: true }),
      "SELECT employeeCountAbovePay(by = 'x', «threshold =»1) FROM Employee",
    );
  });

  it("are only those that are chosen", async () => {
    const text = `${time('IN periods(date("2024-07-01"), 3, period(1, Month))')} AND Work_Model = "Hybrid"`;
    assert.equal(await shown(text, none), text);
  });

  it("are only those of the range, and look up only its members", async () => {
    const text = 'SELECT Age FROM Employee WHERE Work_Model = "Hybrid" AND Location = "EMEA.Spain"';
    const searches: ModelSearch[] = [];
    const search = (asked: ModelSearch) => {
      searches.push(asked);
      return searchMembers(asked);
    };
    const range = { start: text.indexOf("Location"), end: text.length };
    const hints = await findInlayHints(partOf(text), range, { ...describedScope, choice: allInlayHints, search });
    assert.deepEqual(
      hints.map(({ label }) => label),
      ["España"],
    );
    assert.deepEqual(searches, [
      { kind: "member", prefix: "", names: ["Spain"], object: "Employee", dimension: "Location" },
    ]);
  });

  it("show what the text alone tells when there is no model, with the time column renamed", async () => {
    const text = 'SELECT a() FROM b WHERE Valid_Time IN periods(date("2024-07-01"), 1, period(1, Month)) AND c = "d"';
    assert.equal(
      await shown(text, allInlayHints, { ...emptyScope, timeColumn: "Valid_Time" }),
      'SELECT«aggregate» a() FROM b WHERE Valid_Time IN periods(date("2024-07-01"), 1, period(1, Month))«ends 2024-07-01» AND c = "d"',
    );
  });

  it("are one line, whatever a member is called", async () => {
    const text = 'SELECT Age FROM Employee WHERE Work_Model = "Hybrid"';
    const search = async () => ({
      entries: [{ id: "Hybrid", path: "Hybrid", displayName: oddDescription }],
      isComplete: true,
    });
    const range = { start: 0, end: text.length };
    const hints = await findInlayHints(partOf(text), range, {
      ...describedScope,
      choice: { ...none, memberNames: true },
      search,
    });
    assert.equal(hints.length, 1);
    assert.doesNotMatch(hints[0]?.label ?? "", /\n/);
    assert.ok((hints[0]?.label ?? "").length <= 61);
    assert.doesNotMatch(hints[0]?.tooltip ?? "", /(?<!\\)[<[\]]/);
  });
});

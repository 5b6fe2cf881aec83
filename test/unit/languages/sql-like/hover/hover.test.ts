import assert from "node:assert/strict";
import type { ModelSearch } from "../../../../../src/languages/core/model/model-requests.ts";
import { type HoverOptions, hover } from "../../../../../src/languages/sql-like/hover/hover.ts";
import { appendixMembers } from "../../../../support/appendix-model.ts";
import { cursorText } from "../../../../support/cursor-text.ts";
import { describedScope, emptyScope, searchMembers } from "../../../../support/described-model.ts";

const options: HoverOptions = { ...describedScope, search: searchMembers };
const noModel: HoverOptions = { ...emptyScope, search: async () => ({ entries: [], isComplete: false }) };

/** What is said at the `|`, and of which text. */
async function hoverAt(marked: string, scope: HoverOptions = options) {
  const { part, offset } = cursorText(marked);
  const found = await hover(part, offset, scope);
  return { markdown: found?.markdown ?? "", text: found ? part.text.slice(found.start, found.end) : undefined };
}

async function saysAt(marked: string, ...says: readonly RegExp[]): Promise<void> {
  const { markdown } = await hoverAt(marked);
  for (const said of says) {
    assert.match(markdown, said, marked);
  }
}

const periods = (text: string) => `SELECT employeeCount() FROM Employee WHERE Service_Time IN ${text}`;
const between = (text: string) => `SELECT Age FROM Employee WHERE Service_Time ${text}`;

describe("hover of a SQL-like query", () => {
  it("says of a metric how it is called, computed and since when there is data", async () => {
    const { markdown, text } = await hoverAt("SELECT employee|Count() FROM Employee");
    assert.equal(text, "employeeCount");
    assert.match(markdown, /```workforce-sqllike\nemployeeCount\(\)\n```/);
    assert.match(markdown, /\*\*Headcount\*\* \(`employeeCount`\) · metric of `Employee`/);
    assert.match(markdown, /People at the end\\\./);
    assert.match(markdown, /Formula: `count\(Employee\)`/);
    assert.match(markdown, /Data from `2020-01-01` to the end of `2024-06-30`\./);
  });

  it("says of a metric of another object where it can be asked", async () => {
    await saysAt("SELECT exit|Count() FROM Employee", /cannot be asked of `Employee`: write `FROM` `Employee_Exit`/);
  });

  it("lists the parameters of a metric", async () => {
    await saysAt(
      "SELECT employeeCountAbovePay|(1) FROM Employee",
      /- `threshold: number` A number\. It must be given\./,
      /- `places: member, \.\.\. = "EMEA"` .* It may be left out\./,
    );
    await saysAt("SELECT employeeCountAbovePay(thres|hold = 1) FROM Employee", /parameter of `employeeCountAbovePay`/);
  });

  it("says of an object what may be asked of it", async () => {
    await saysAt(
      "SELECT Age FROM Emp|loyee",
      /\*\*Employee\*\* · subject/,
      /- Metrics: `employeeCount`, `averageSalary`/,
      /- Dimensions: `Gender`, `Location`/,
      /- References: `Direct_Manager` to `Employee`, `Position` to `Position`/,
    );
  });

  it("follows a path", async () => {
    await saysAt(
      "SELECT Posi|tion.Title FROM Employee",
      /reference of `Employee`/,
      /leads to `Position`, a subject/,
      /several values/,
    );
    await saysAt("SELECT Position.Ti|tle FROM Employee", /text property of `Position`/, /The Title of the record/);
    await saysAt("SELECT Employee|.Age FROM Employee", /· subject/);
  });

  it("says of a dimension its kind, levels and first members", async () => {
    await saysAt(
      'SELECT level(Loca|tion, "Location_1") FROM Employee',
      /leveled dimension of `Employee`/,
      /Levels from the top: `Location_0` Region, `Location_1` Country, `Location_2` City/,
      /Members: `EMEA`, `AMER`, `EMEA\.Spain`, .*, and more/,
    );
    await saysAt("SELECT Tenure|_Range FROM Employee", /range dimension/, /no levels: write it alone/);
    await saysAt(
      'SELECT level(Location, "Loca|tion_1") FROM Employee',
      /\*\*Country\*\* \(`Location_1`\) · level 2 of 3 of `Location`/,
    );
  });

  it("counts the members when it is given all of them", async () => {
    const search = async (asked: ModelSearch) => ({ ...(await searchMembers(asked)), isComplete: true });
    const { markdown } = await hoverAt("SELECT Work|_Model FROM Employee", { ...options, search });
    assert.match(markdown, /3 members: `Office`, `Hybrid`, `Remote`$/m);
  });

  it("says how a member is called, by its path and by its last name", async () => {
    const where = (member: string) => `SELECT Age FROM Employee WHERE Location IN (${member})`;
    await saysAt(where('"EMEA.|Spain"'), /\*\*España\*\* \(`EMEA\.Spain`\) · member of `Location`/);
    await saysAt(where('"Sp|ain"'), /España/, /Its path is `EMEA\.Spain`/);
    await saysAt(where('"Santi|ago"'), /^\*\*Santiago\*\* · member of `Location`$/);
  });

  it("shows the words of the model as text, whatever is in them", async () => {
    const { markdown } = await hoverAt("SELECT Age FROM Employee WHERE isMan|ager = TRUE");
    assert.match(markdown, /\*\*Manager\*\* \(`isManager`\) · concept of `Employee`/);
    assert.match(markdown, /\\\[here\\\]\\\(command\\:workbench\\\.action\\\.quit\\\)/);
    assert.match(markdown, /\\<b onclick\\=/);
    assert.match(markdown, /\\!\\\[\\\]\\\(https\\:\\\/\\\//);
    assert.doesNotMatch(markdown, /(?<!\\)[<[\]&]|^ {4}/m);
  });

  it("spells the intervals of periods out", async () => {
    const three = 'periods(date("2024-07-01"), 3, period(1, Month))';
    for (const marked of [`|${three}`, `per|iods${three.slice(7)}`]) {
      await saysAt(
        periods(marked),
        /3 periods of 1 month/,
        /- `2024-04-01` to `2024-05-01`\n- `2024-05-01` to `2024-06-01`\n- `2024-06-01` to `2024-07-01`/,
      );
    }
    await saysAt(
      `SELECT employeeCount() FROM Employee WHERE Service|_Time IN ${three}`,
      /\*\*Time\*\*/,
      /3 periods of 1 month/,
    );
    await saysAt(`SELECT employeeCount() FROM Employee WHERE Service_Time I|N ${three}`, /3 periods of 1 month/);
    await saysAt(
      periods('peri|ods(date("2024-11-28"), 3, period(1, Year))'),
      /- `2024-01-01` to `2024-11-28`/,
      /Gregorian/,
    );
  });

  it("shows the first and the last intervals of many, however many there are", async () => {
    await saysAt(
      periods('peri|ods(date("2024-01-01"), 120, period(1, Month))'),
      /- `2014-01-01` to `2014-02-01`\n- 112 more\n- `2023-06-01`/,
      /- `2023-12-01` to `2024-01-01`$/,
    );
    await saysAt(
      periods('peri|ods(date("2024-01-01"), 9007199254740991, period(99999999, Year))'),
      /before the year 0/,
    );
  });

  it("says that the end of a range is not included, and the last day that is", async () => {
    const range = 'date("2024-01-01") AND date("2024-07-01")';
    await saysAt(
      between(`BET|WEEN ${range}`),
      /From \*\*Monday, 2024-01-01\*\* to before `2024-07-01`/,
      /last day is \*\*Sunday, 2024-06-30\*\*/,
    );
    await saysAt(
      between('BETWEEN date("2024-01-01") A|ND date("2024-07-01")'),
      /last day is \*\*Sunday, 2024-06-30\*\*/,
    );
    await saysAt(between('BETWEEN date("2024-01-01") AND date("2024|-07-01")'), /Monday, 2024-07-01/, /not included/);
    await saysAt(
      between('BETWEEN date("2024|-01-01") AND date("2024-07-01")'),
      /The first instant of the range; included/,
    );
    await saysAt(
      between('BETWEEN date("2024-01-01") AND da|te("2024-07-01T12:00:00")'),
      /last day is \*\*Monday, 2024-07-01\*\*/,
    );
  });

  it("says of a date its weekday and what begins with it", async () => {
    await saysAt(
      periods('periods(date("2024|-01-01"), 3, period(1, Month))'),
      /\*\*Monday, 2024-01-01\*\* \(UTC\)\. A year, a quarter, a month, a week begins here/,
      /last day is \*\*Sunday, 2023-12-31\*\*/,
    );
    await saysAt(
      'SELECT Age FROM Employee WHERE Start_Date > date("2024|-03-15")',
      /\*\*Friday, 2024-03-15\*\* \(UTC\)\. No week, month or year/,
    );
    await saysAt('SELECT Age FROM Employee WHERE Start_Date > date("2024|-13-15")', /Not a date/);
  });

  it("says of functions, units, labels and words of the language what they are", async () => {
    await saysAt("SELECT lev|el(Gender) FROM Employee", /level\(dimension, "level"\) → axis or column/);
    await saysAt(periods('periods(date("2024-01-01"), 1, period(1, We|ek))'), /Weeks begin on Monday/);
    await saysAt("SELECT Age AS Ye|ars FROM Employee", /name of a column/);
    await saysAt("SEL|ECT employeeCount() FROM Employee", /aggregate query/);
    await saysAt("SEL|ECT Age FROM Employee", /list query/);
    await saysAt("SELECT Age FROM Employee WHERE Age BET|WEEN 1 AND 2", /both ends are included/);
    await saysAt(
      'SELECT Age FROM Employee WHERE effective|Instant IN intervalFrom(date("2024-01-01"), 4)',
      /older edition; write `Service_Time`/,
    );
  });

  it("names what an unknown name is most like", async () => {
    await saysAt("SELECT Agee| FROM Employee", /`Agee` is not known on `Employee`\. Did you mean `Age`\?/);
    await saysAt("SELECT employe|Count() FROM Employee", /Did you mean `employeeCount`\?/);
    await saysAt("SELECT Age FROM Employ|e", /not known as a subject or event\. Did you mean `Employee`\?/);
    await saysAt(
      'SELECT level(Location, "Location|_9") FROM Employee',
      /as a level of `Location`\. Did you mean `Location_0`/,
    );
    await saysAt(periods('periods(date("2024-01-01"), 1, period(1, Mon|ths))'), /as a unit\. Did you mean `Month`\?/);
    const { markdown } = await hoverAt('SELECT Age FROM Employee WHERE Work_Model = "Hyb|ird"', {
      ...options,
      members: appendixMembers,
    });
    assert.match(markdown, /as a member of `Work_Model`\. Did you mean `Hybrid`\?/);
  });

  it("says what the text alone tells when there is no model", async () => {
    const { markdown } = await hoverAt('SELECT level(Loca|tion, "x") FROM Employee', noModel);
    assert.match(markdown, /`Location`, by its place a dimension\. The model says nothing of it yet\./);
    assert.match(
      (await hoverAt(periods('peri|ods(date("2024-07-01"), 3, period(1, Month))'), noModel)).markdown,
      /3 periods/,
    );
  });

  it("knows the time column by the name that the deployment gives it", async () => {
    const named = { ...options, timeColumn: "Valid_Time" };
    const text = 'SELECT Age FROM Employee WHERE Valid|_Time BETWEEN date("2024-01-01") AND date("2024-07-01")';
    assert.match((await hoverAt(text, named)).markdown, /\*\*Time\*\*.*last day is \*\*Sunday, 2024-06-30/s);
  });

  it("says nothing of comments, numbers and white space", async () => {
    for (const marked of [
      "SELECT Age -- A|ge\nFROM Employee",
      "SELECT Age  |  FROM Employee",
      "|",
      "SELECT Age FROM Employee WHERE Age > 1|0",
    ]) {
      assert.equal((await hoverAt(marked)).text, undefined, marked);
    }
  });
});

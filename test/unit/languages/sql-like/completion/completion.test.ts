import assert from "node:assert/strict";
import { createModelSource } from "../../../../../src/languages/core/model/create-model-source.ts";
import { applyEdits } from "../../../../../src/languages/core/text/span.ts";
import type { CompletionOptions } from "../../../../../src/languages/sql-like/completion/completion.ts";
import { describeSuggestion } from "../../../../../src/languages/sql-like/completion/documentation.ts";
import { expandSnippet } from "../../../../../src/languages/sql-like/completion/suggestion.ts";
import { appendixMetrics, appendixObjects } from "../../../../support/appendix-model.ts";
import { completeMarked, searchAppendixMembers } from "../../../../support/completion-at.ts";

const firstLabels = async (marked: string, count = Number.POSITIVE_INFINITY) =>
  (await completeMarked(marked)).labels.slice(0, count);

/** The text after an offer was accepted as it stands. */
async function accept(marked: string, label: string, options: Partial<CompletionOptions> = {}): Promise<string> {
  const { text, suggestions: offers, replace, labels } = await completeMarked(marked, options);
  const offer = offers.find((each) => each.label === label);
  assert.ok(offer, `${label} is among ${labels.join(", ")}`);
  return applyEdits(text, [{ ...replace, text: expandSnippet(offer.snippet) }, ...(offer.edits ?? [])]);
}

const aggregate = "SELECT employeeCount() FROM Employee WHERE ";
const list = "SELECT Age FROM Employee WHERE ";

suite("What completion of a SQL-like query offers, in its order", () => {
  const employeeItems = [
    "EmployeeID",
    "Full_Name",
    "Work_Email",
    "Age",
    "Base_Salary",
    "Start_Date",
    "employeeCount",
    "averageSalary",
    "employeeCountAbovePay",
    "Gender",
    "Location",
    "Function",
    "Pay_Level",
    "Work_Model",
    "Org_Unit",
    "Tenure_Range",
    "level",
    "isManager",
    "isHighPotential",
    "Direct_Manager",
    "Position",
    "Employee",
    "Service_Time",
  ];
  const whole: readonly (readonly [place: string, marked: string, labels: readonly string[]])[] = [
    ["in an empty text", "|", ["SELECT", "SELECT metric() ... periods", "SELECT property ... BETWEEN"]],
    [
      "after a statement",
      "SELECT a FROM b; |",
      ["SELECT", "SELECT metric() ... periods", "SELECT property ... BETWEEN"],
    ],
    ["after SELECT with an object", "SELECT | FROM Employee", employeeItems],
    ["after an item", "SELECT employeeCount() |", ["AS", ",", "FROM"]],
    ["after a labelled item", 'SELECT employeeCount() AS "n" |', [",", "FROM"]],
    [
      "after FROM",
      "SELECT | FROM".replace("| ", "* ").concat(" |"),
      ["Employee", "Position", "Requisition", "Employee_Exit", "Pay_Change"],
    ],
    ["after FROM with a metric", "SELECT exitCount() FROM |", ["Employee_Exit"]],
    ["after the object", "SELECT Age FROM Employee |", ["WHERE"]],
    [
      "after the dot of a reference",
      "SELECT Recruiter.Position.| FROM Requisition",
      ["PositionID", "Title", "Job_Family"],
    ],
    ["after the object's own name", "SELECT Position.| FROM Position", ["PositionID", "Title", "Job_Family"]],
    [
      "in the first argument of level",
      "SELECT level(| FROM Employee",
      [
        "Gender",
        "Location",
        "Function",
        "Pay_Level",
        "Work_Model",
        "Org_Unit",
        "Tenure_Range",
        "Direct_Manager",
        "Position",
      ],
    ],
    [
      "in the second argument of level",
      "SELECT level(Location, | FROM Employee",
      ["Location_0", "Location_1", "Location_2"],
    ],
    [
      "in its string",
      'SELECT level(Direct_Manager.Location, "|") FROM Employee',
      ["Location_0", "Location_1", "Location_2"],
    ],
    [
      "after the time column of an aggregate",
      `${aggregate}Service_Time |`,
      ['IN periods(date(""), 12, period(1, Month))'],
    ],
    ["after the time column of a list", `${list}Service_Time |`, ['BETWEEN date("") AND date("")']],
    ["in a string compared with a dimension", `${list}Location IN ("Ch|`, ["AMER.Chile", "AMER.Chile.Santiago"]],
    [
      "as second argument of period",
      `${aggregate}Service_Time IN periods(date("2025-01-01"), 12, period(1, |`,
      ["Month", "Day", "Week", "Quarter", "Year"],
    ],
    ["after AS", "SELECT employeeCountAbovePay(1) AS | FROM Employee", ["employeeCountAbovePay"]],
    ["after AS of a level", 'SELECT level(Location, "Location_1") AS | FROM Employee', ["Location 1", "Location"]],
    ["after AS in a string", 'SELECT Work_Email AS "|" FROM Employee', ["Work Email"]],
    ["after a concept", `${list}isManager |`, ["= TRUE", "= FALSE", "!= TRUE", "AND", "OR"]],
    ["after the sign behind a concept", `${list}isManager = |`, ["TRUE", "FALSE"]],
    ["after a dimension", `${list}Location |`, ['IN ("")', 'NOT IN ("")', "=", "!="]],
    ["after a text property", `${list}Full_Name |`, ["=", "!=", "IN", "NOT IN", "BETWEEN", "IS NULL", "IS NOT NULL"]],
    [
      "after a number",
      `${list}Age |`,
      ["=", "!=", "<", "<=", ">", ">=", "IN", "NOT IN", "BETWEEN", "IS NULL", "IS NOT NULL"],
    ],
    ["after NOT behind an operand", `${list}Age NOT |`, ["IN", "BETWEEN"]],
    ["after the lower end of a range", `${list}Age BETWEEN 30 |`, ["AND"]],
    ["after a whole argument", "SELECT level(Location |", [",", ")"]],
    ["after the last argument", 'SELECT level(Location, "Location_0" |', [")"]],
    ["after an argument with its bracket closed", "SELECT level(Location |) FROM Employee", [","]],
    ["in the brackets of a metric that takes nothing", "SELECT employeeCount(|", [")"]],
    ["in such brackets that are closed", "SELECT employeeCount(|) FROM Employee", []],
    ["after a value in brackets", `${list}Work_Model IN ("Office" |`, [",", ")"]],
    ["after a date", `${list}Start_Date > date("2024-01-01" |`, [")"]],
    ["after IS", `${list}Age IS |`, ["NULL", "NOT NULL"]],
    ["after IS NOT", `${list}Age IS NOT |`, ["NULL"]],
    ["after a condition", `${list}Age > 3 |`, ["AND", "OR"]],
    ["in a comment", "SELECT Age -- he|re\nFROM Employee", []],
    ["in an open comment", "SELECT Age /* he|re", []],
    ["in a string compared with a property", `${list}Full_Name = "|`, []],
    ["after a clause that the language does not have", `${list}Age > 3 GROUP BY |`, []],
  ];
  for (const [place, marked, labels] of whole) {
    test(place, async () => {
      assert.deepEqual(await firstLabels(marked), labels);
    });
  }

  test("after SELECT with a metric: metrics first, the selected one last", async () => {
    const labels = await firstLabels("SELECT employeeCount(), | FROM Employee");
    assert.deepEqual(labels.slice(0, 4), ["averageSalary", "employeeCountAbovePay", "Gender", "Location"]);
    assert.equal(labels.at(-1), "employeeCount");
  });

  test("after SELECT without an object: metrics of all objects", async () => {
    assert.deepEqual(
      await firstLabels("SELECT |", appendixMetrics.length),
      appendixMetrics.map(({ id }) => id),
    );
  });

  test("inside date: today, this month, this year, then where the data ends", async () => {
    const metrics = appendixMetrics.map((metric) => ({ ...metric, dataEnd: Date.UTC(2024, 6, 1) }));
    const model = createModelSource(appendixObjects, metrics);
    const { labels } = await completeMarked(`${aggregate}Service_Time IN periods(date("|`, { model });
    assert.deepEqual(labels.slice(0, 4), ["2025-05-20", "2025-05-01", "2025-01-01", "2024-07-01"]);
  });

  test("after WHERE: time, concepts, dimensions, properties, references", async () => {
    const labels = await firstLabels(`${aggregate}|`);
    assert.equal(labels[0], 'Service_Time IN periods(date(""), 12, period(1, Month))');
    assert.deepEqual(labels.slice(1, 4), ["isManager", "isHighPotential", "Gender"]);
    assert.deepEqual(labels.slice(-4), ["Direct_Manager", "Position", "Employee", "NOT"]);
    assert.equal((await firstLabels(`${list}|`))[0], 'Service_Time BETWEEN date("") AND date("")');
    assert.match((await firstLabels(`${list}Age > 3 OR |`)).at(-1) ?? "", /^Service_Time/);
  });

  test("no second time filter, and the first one again where it is being typed", async () => {
    const filter = 'Service_Time BETWEEN date("2024-01-01") AND date("2025-01-01")';
    const { labels } = await completeMarked(`${list}${filter} AND |`);
    assert.ok(labels.every((label) => !label.startsWith("Service_Time")));
    assert.equal(await accept(`${list}${filter.replace("_", "|_")}`, "Service_Time"), `${list}${filter}`);
  });

  test("the time column under the name that the deployment gives it", async () => {
    const options = { timeColumn: "Valid_Time" };
    assert.match((await completeMarked(`${aggregate}Valid_Time |`, options)).labels[0] ?? "", /^IN periods/);
    assert.match((await completeMarked(`${aggregate}|`, options)).labels[0] ?? "", /^Valid_Time IN periods/);
  });

  test("members that are given already after the others", async () => {
    assert.deepEqual(await firstLabels(`${list}Work_Model IN ("Office", "|")`), ["Hybrid", "Remote", "Office"]);
  });

  test("parameters of a metric by name, the given ones left out", async () => {
    const model = createModelSource(appendixObjects, [
      {
        id: "rate",
        displayName: "Rate",
        object: "Employee",
        parameters: [
          { id: "above", displayName: "Above", kind: "number", default: 10 },
          { id: "kind", displayName: "Kind", kind: "aggregationType", default: "mean" },
        ],
      },
    ]);
    const labels = async (marked: string) => (await completeMarked(marked, { model })).labels;
    assert.deepEqual(await labels("SELECT rate(| FROM Employee"), ["10", "above = ", "kind = "]);
    assert.deepEqual(await labels("SELECT rate(1, | FROM Employee"), ["mean", "kind = "]);
    assert.deepEqual(await labels("SELECT rate(above = 1, | FROM Employee"), ["mean", "kind = "]);
    assert.deepEqual(await labels("SELECT rate(kind = | FROM Employee"), ["mean"]);
  });

  test("nothing right behind a quote that was typed, where Enter is to end the line", async () => {
    assert.deepEqual((await completeMarked(`${list}Work_Model IN ("Office"|`, { typed: '"' })).labels, []);
    assert.deepEqual((await completeMarked(`${list}Work_Model IN ("|`, { typed: '"' })).labels.length, 3);
  });

  test("names of the connection where the model source knows none", async () => {
    const { labels } = await completeMarked("SELECT | FROM Employee", {
      model: createModelSource([], []),
      search: async ({ kind }) => ({
        entries: kind === "metric" ? [{ id: "headcount", displayName: "Heads", object: "Employee" }] : [],
        isComplete: true,
      }),
    });
    assert.equal(labels[0], "headcount");
  });
});

suite("What completion of a SQL-like query inserts", () => {
  const cases: readonly (readonly [marked: string, label: string, text: string])[] = [
    ["SELECT | FROM Employee", "employeeCount", "SELECT employeeCount() FROM Employee"],
    ["SELECT employ|ee() FROM Employee", "employeeCount", "SELECT employeeCount() FROM Employee"],
    ["SELECT Loc|ati FROM Employee", "Location", 'SELECT level(Location, "Location_0") FROM Employee'],
    ["SELECT Ten| FROM Employee", "Tenure_Range", "SELECT Tenure_Range FROM Employee"],
    ["SELECT Dir| FROM Employee", "Direct_Manager", "SELECT Direct_Manager. FROM Employee"],
    ["SELECT Dir|.Age FROM Employee", "Direct_Manager", "SELECT Direct_Manager.Age FROM Employee"],
    ["SELECT ex|", "exitCount", "SELECT exitCount() FROM Employee_Exit"],
    ["SELECT ex|, Exit_Reason", "exitCount", "SELECT exitCount(), Exit_Reason FROM Employee_Exit"],
    [
      "SELECT\n  ex|,\n  Exit_Type\nWHERE ",
      "exitCount",
      "SELECT\n  exitCount(),\n  Exit_Type\nFROM Employee_Exit\nWHERE ",
    ],
    ["SELECT ex| FROM WHERE", "exitCount", "SELECT exitCount() FROM Employee_Exit WHERE"],
    ["SELECT exitCount(), |", "resignationRate", "SELECT exitCount(), resignationRate() FROM Employee_Exit"],
    ["SELECT employeeCountA|", "employeeCountAbovePay", "SELECT employeeCountAbovePay(threshold) FROM Employee"],
    [`${list}|`, "isManager", `${list}isManager = TRUE`],
    [`${list}isM| = FALSE`, "isManager", `${list}isManager = FALSE`],
    [`${list}Loc|`, "Location", `${list}Location IN ("")`],
    [`${list}Location IN ("Ch|`, "AMER.Chile", `${list}Location IN ("AMER.Chile"`],
    [`${list}Location IN ("EM|XX")`, "EMEA", `${list}Location IN ("EMEA")`],
    [`${list}Location IN ("EMEA.Sp|")`, "EMEA.Spain", `${list}Location IN ("EMEA.Spain")`],
    [`${list}Location = '|'`, "EMEA", `${list}Location = 'EMEA'`],
    [`${list}Location = |`, "EMEA", `${list}Location = "EMEA"`],
    [
      `${list}Location IN ("Sp|) AND Full_Name = "x"`,
      "EMEA.Spain",
      `${list}Location IN ("EMEA.Spain") AND Full_Name = "x"`,
    ],
    [`${list}Gender = "Not|"`, 'Not "said"', `${list}Gender = "Not ""said"""`],
    [`${list}Gender = 'Pat|'`, "Pat O'Neil", `${list}Gender = 'Pat O''Neil'`],
    [`${list}Gender = "Pat|"`, "Pat O'Neil", `${list}Gender = "Pat O'Neil"`],
    ['SELECT level(Gender, "Ge|) FROM Employee', "Gender", 'SELECT level(Gender, "Gender") FROM Employee'],
    ["SELECT Work_Email AS W| FROM Employee", "Work Email", 'SELECT Work_Email AS "Work Email" FROM Employee'],
    [`${list}Gender = "Not |`, 'Not "said"', `${list}Gender = "Not ""said"""`],
    [
      `${list}Service_Time BETWEEN date("2025|") AND`,
      "2025-05-01",
      `${list}Service_Time BETWEEN date("2025-05-01") AND`,
    ],
    [`${list}Start_Date >= d|`, 'date("")', `${list}Start_Date >= date("")`],
  ];
  for (const [marked, label, text] of cases) {
    test(`${label} into ${marked.replaceAll("\n", " ")}`, async () => {
      assert.equal(await accept(marked, label), text);
    });
  }

  test("FROM as an edit of its own only where it does not touch the item", async () => {
    const offerIn = async (marked: string) => {
      const { suggestions: offers } = await completeMarked(marked);
      return offers.find(({ label }) => label === "exitCount");
    };
    assert.deepEqual((await offerIn("SELECT ex|, Exit_Type"))?.edits, [
      { start: 20, end: 20, text: " FROM Employee_Exit" },
    ]);
    assert.equal((await offerIn("SELECT ex|"))?.snippet, "exitCount()$0 FROM Employee_Exit");
    assert.equal((await offerIn("SELECT ex| FROM Employee_Exit"))?.edits, undefined);
  });
});

suite("What completion of a SQL-like query asks for again", () => {
  const cases: readonly (readonly [marked: string, label: string, leadsOn: boolean])[] = [
    ["SELECT Dir| FROM Employee", "Direct_Manager", true],
    ["SELECT Dir|.Age FROM Employee", "Direct_Manager", false],
    ["SELECT Employee.| FROM Employee_Exit", "Direct_Manager", true],
    ["SELECT | FROM Employee", "Employee", true],
    ["SELECT | FROM Employee", "Age", false],
    ["SELECT level(| FROM Employee", "Direct_Manager", true],
    [`${list}|`, "Location", true],
    [`${list}Loc| = "EMEA"`, "Location", false],
    [`${list}Location |`, 'NOT IN ("")', true],
    [`${list}Location IN |`, '("")', true],
    [`${list}Location IN ("|")`, "EMEA", true],
    [`${list}Location IN ("EMEA|")`, "EMEA", false],
    [`${list}Location IN ("|")`, "EMEA.Spain.Madrid", false],
    [`${list}Start_Date >= |`, 'date("")', true],
    ["SELECT employeeCountAbovePay(| FROM Employee", "threshold = ", true],
  ];
  for (const [marked, label, leadsOn] of cases) {
    test(`${leadsOn ? "after" : "not after"} ${label} in ${marked}`, async () => {
      const { suggestions: offers, labels } = await completeMarked(marked);
      const offer = offers.find((each) => each.label === label);
      assert.ok(offer, `${label} is among ${labels.join(", ")}`);
      assert.equal(offer.leadsOn ?? false, leadsOn);
    });
  }

  test("with every letter while the model could not be asked", async () => {
    const failed = async () => ({ entries: [], isComplete: false, isFailed: true });
    const { labels, isIncomplete } = await completeMarked("SELECT Boss.| FROM Employee", {
      model: createModelSource([], []),
      search: failed,
    });
    assert.deepEqual([labels, isIncomplete], [[], true]);
  });
});

suite("Completion with a large model", () => {
  const objects = Array.from({ length: 5000 }, (_, index) => ({
    ...(appendixObjects[0] ?? assert.fail()),
    id: `Object_${index}`,
    displayName: `Object ${index}`,
  }));

  test("offers what is like the typed text and says that there is more", async () => {
    const model = createModelSource(objects, []);
    const all = await completeMarked("SELECT * FROM |", { model });
    assert.ok(all.isIncomplete && all.suggestions.length <= 100);
    const some = await completeMarked("SELECT * FROM object_499|", { model });
    assert.equal(some.labels.length, 11);
    const few = await completeMarked("SELECT | FROM Employee");
    assert.equal(few.isIncomplete, false);
  });
});

suite("The documentation of an offer", () => {
  test("says what the model knows, and looks up what is not known yet", async () => {
    const model = createModelSource(appendixObjects, [
      {
        id: "employeeCount",
        displayName: "Employees",
        description: "People with a contract.",
        object: "Employee",
        formula: "count()",
        dataEnd: Date.UTC(2024, 6, 1),
        parameters: [],
      },
    ]);
    const document = async (marked: string, label: string) => {
      const { suggestions: offers } = await completeMarked(marked, { model });
      const offer = offers.find((each) => each.label === label);
      return offer && (await describeSuggestion(offer, { model, search: searchAppendixMembers }));
    };
    assert.equal(
      await document("SELECT |", "employeeCount"),
      "Employees\n\nPeople with a contract.\n\nMetric of Employee\nFormula: count()\nData to 2024-07-01, which is not included",
    );
    assert.equal(
      await document("SELECT | FROM Employee", "Work_Model"),
      "Work Model\n\nDimension of Employee\nLevels: Work_Model\nMembers: Office, Hybrid, Remote",
    );
    assert.equal(await document("SELECT | FROM Employee", "Age"), "Age\n\nProperty of Employee, number");
    assert.equal(await document("SELECT | FROM Employee", "Position"), "Position\n\nReference of Employee to Position");
  });
});

import assert from "node:assert/strict";
import { createModelSource } from "../../../../../src/languages/core/model/create-model-source.ts";
import type { ModelSearch } from "../../../../../src/languages/core/model/model-requests.ts";
import { applyEdits } from "../../../../../src/languages/core/text/span.ts";
import { checkStatementText } from "../../../../../src/languages/sql-like/checks/check-document.ts";
import { type FixOptions, findQueryFixes, fixPart } from "../../../../../src/languages/sql-like/fixes/find-fixes.ts";
import {
  type ParsedStatementText,
  QueryDocument,
} from "../../../../../src/languages/sql-like/syntax/query-document.ts";
import { parseScript } from "../../../../../src/languages/sql-like/syntax.ts";
import { appendixMembers, appendixMetrics, appendixObjects } from "../../../../support/appendix-model.ts";
import { sampleModel } from "../../../../support/diagnostic-samples.ts";

const known: FixOptions = { model: sampleModel, members: appendixMembers, now: Date.UTC(2024, 5, 15) };
const months = 'Service_Time IN periods(date("2024-01-01"), 12, period(1, Month))';
const january = 'Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")';

function partOf(text: string): ParsedStatementText {
  const [placed] = QueryDocument.create(text).parts;
  assert.ok(placed);
  return placed.part;
}

async function fixesOf(code: string, text: string, options: FixOptions = known) {
  const part = partOf(text);
  const problem = checkStatementText(part, options.model, options).problems.find((one) => one.code === code);
  assert.ok(problem, `${code} in ${text}`);
  return await findQueryFixes(part, problem, options);
}

async function textsOf(code: string, text: string, options: FixOptions = known): Promise<string[]> {
  return (await fixesOf(code, text, options)).map(({ edits }) => applyEdits(text, edits));
}

const employee = (rest: string) => `SELECT EmployeeID FROM Employee WHERE ${rest} AND ${january}`;
const items = (list: string) => `SELECT ${list} FROM Employee WHERE ${january}`;
const counted = (rest: string) => `SELECT employeeCount() FROM Employee WHERE ${rest}`;

/** What a text becomes by each fix of the problem. */
const cases: readonly (readonly [code: string, text: string, ...fixed: string[]])[] = [
  ["SL101", employee("Full_Name = 'O''Neil\n"), employee("Full_Name = 'O''Neil'\n")],
  ["SL102", items("EmployeeID #"), items("EmployeeID")],
  ["SL102", employee("Age ≥ 4"), employee("Age >= 4")],
  ["SL102", `${items("EmployeeID")} /* open`, `${items("EmployeeID")} /* open */`],
  ["SL102", "SELECT level(Gender, “Gender”) FROM Employee", 'SELECT level(Gender, "Gender") FROM Employee'],
  ["SL103", items("[Base Salary]"), items("Base_Salary")],
  ["SL104", employee("isManager == TRUE"), employee("isManager = TRUE")],
  ["SL201", `SELECT Age FROM Employee e WHERE ${january}`, `SELECT Age FROM Employee WHERE ${january}`],
  ["SL201", employee("Age = 4 isManager = TRUE"), employee("Age = 4 AND isManager = TRUE")],
  ["SL201", employee("Work_Model IN 'Office'"), employee("Work_Model IN ('Office')")],
  ["SL201", items('level(Gender "Gender")'), items('level(Gender, "Gender")')],
  ["SL201", employee("Age BETWEEN 3 4"), employee("Age BETWEEN 3 AND 4")],
  ["SL202", "SELECT exitCount()", "SELECT exitCount() FROM Employee_Exit"],
  ["SL202", "SELECT employeeCount(), Nobody", "SELECT employeeCount(), Nobody FROM Employee"],
  ["SL202", "SELECT Title, PositionID", "SELECT Title, PositionID FROM Position"],
  ["SL203", items("EmployeeID Age"), items("EmployeeID, Age"), items("EmployeeID AS Age")],
  ["SL204", items('level(Gender, "Gender"'), items('level(Gender, "Gender")')],
  ["SL204", employee("Age IN (1, 2"), employee("Age IN (1, 2)")],
  ["SL205", items('EmployeeID "Key"'), items('EmployeeID AS "Key"')],
  ["SL206", items("EmployeeID,"), items("EmployeeID")],
  ["SL206", `SELECT Age FROM Employee WHERE ${january} AND NOT`, `SELECT Age FROM Employee WHERE ${january}`],
  [
    "SL301",
    `SELECT Base_Salary AS Pay FROM Employee WHERE Pay > 5 AND ${january}`,
    `SELECT Base_Salary AS Pay FROM Employee WHERE Base_Salary > 5 AND ${january}`,
  ],
  ["SL301", items("EmployeID"), items("EmployeeID")],
  [
    "SL302",
    `SELECT Employee.employeecount FROM Employee WHERE ${months}`,
    `SELECT employeeCount() FROM Employee WHERE ${months}`,
  ],
  ["SL303", `SELECT Age FROM dbo.Employee WHERE ${january}`, items("Age")],
  ["SL304", items("leafmembers(Gender)"), items("Gender")],
  ["SL305", items("Title"), items("Position.Title")],
  [
    "SL306",
    counted(months).replace("employeeCount", "exitCount"),
    `SELECT exitCount() FROM Employee_Exit WHERE ${months}`,
  ],
  ["SL307", items("level(Gender, 'Gendre')"), items("level(Gender, 'Gender')")],
  ["SL308", items('level(Tenure_Range, "Tenure")'), items("Tenure_Range")],
  ["SL309", items("Gender.Title"), items("Position.Title")],
  ["SL401", employee("Age = 'forty-two'"), employee("Age = 42")],
  ["SL401", employee("Age IN (1, '2')"), employee("Age IN (1, 2)")],
  ["SL401", employee('Start_Date > "2024-01-01"'), employee('Start_Date > date("2024-01-01")')],
  ["SL401", employee("Gender = 5"), employee('Gender = "5"')],
  ["SL402", employee("isManager != 'no'"), employee("isManager != FALSE")],
  ["SL402", employee("isManager > FALSE"), employee("isManager = TRUE")],
  ["SL403", employee('Start_Date > date("31.12.2023")'), employee('Start_Date > date("2023-12-31")')],
  ["SL403", employee('Start_Date > date("2024-01-31 10:30")'), employee('Start_Date > date("2024-01-31T10:30:00")')],
  ["SL403", employee('Start_Date > date("01/02/2024")')],
  [
    "SL404",
    counted('Service_Time IN periods(date("2024-01-01"), 1, period(1, "Month"))'),
    counted('Service_Time IN periods(date("2024-01-01"), 1, period(1, Month))'),
  ],
  ["SL405", counted('Service_Time IN periods(date("2024-01-01"), "12", period(1, Month))'), counted(months)],
  ["SL406", counted('Service_Time IN periods(12, date("2024-01-01"), period(1, Month))'), counted(months)],
  ["SL406", counted('Service_Time IN periods(date("2024-01-01"), 12, Month)'), counted(months)],
  ["SL406", counted('Service_Time IN periods(date("2024-01-01"), 12, period(Month))'), counted(months)],
  ["SL406", counted("Service_Time IN periods(date(2024-01-01), 12, period(1, Month))"), counted(months)],
  [
    "SL406",
    items("level(Location)"),
    ...["Location_0", "Location_1", "Location_2"].map((level) => items(`level(Location, "${level}")`)),
  ],
  ["SL406", `SELECT employeeCount(1) FROM Employee WHERE ${months}`, counted(months)],
  [
    "SL407",
    employee("Location = 'Santiago'"),
    employee("Location = 'AMER.Chile.Santiago'"),
    employee("Location = 'AMER.Cuba.Santiago'"),
  ],
  [
    "SL501",
    counted("isManager = TRUE OR Age > 4"),
    counted('Service_Time IN periods(date("2024-06-01"), 12, period(1, Month)) AND (isManager = TRUE OR Age > 4)'),
  ],
  [
    "SL502",
    "SELECT Age\nFROM Employee",
    'SELECT Age\nFROM Employee\nWHERE Service_Time BETWEEN date("2023-06-01") AND date("2024-06-01")',
  ],
  [
    "SL503",
    counted('Service_Time BETWEEN date("2024-03-31") AND date("2024-01-31")'),
    counted('Service_Time IN periods(date("2024-03-31"), 2, period(1, Month))'),
  ],
  [
    "SL504",
    items("Age").replace(january, 'Service_Time IN periods(date("2024-11-28"), 3, period(1, Year))'),
    items("Age").replace(january, 'Service_Time BETWEEN date("2022-01-01") AND date("2024-11-28")'),
  ],
  ["SL504", items("Age").replace(january, 'Service_Time IN periods(date("2024-11-28"), 999999999, period(9, Year))')],
  [
    "SL506",
    items("Age").replace(january, 'Service_Time BETWEEN date("2024-01-01") AND date("2024-01-01")'),
    items("Age").replace(january, 'Service_Time BETWEEN date("2024-01-01") AND date("2024-01-02")'),
  ],
  [
    "SL507",
    `SELECT Age FROM Employee WHERE isManager = TRUE AND (Age > 4 OR NOT (${january}))`,
    `SELECT Age FROM Employee WHERE isManager = TRUE AND (Age > 4) AND ${january}`,
  ],
  ["SL507", `SELECT Age FROM Employee WHERE NOT ${january}`, items("Age")],
  [
    "SL508",
    `SELECT Age FROM Employee WHERE ${january} AND (${january} AND Age > 4)`,
    `SELECT Age FROM Employee WHERE ${january} AND (Age > 4)`,
  ],
  [
    "SL509",
    items("Age").replace(
      january,
      'Service_Time >= date("2024-01-01") AND Age > 4 AND Service_Time <= date("2024-01-31")',
    ),
    `SELECT Age FROM Employee WHERE ${january} AND Age > 4`,
  ],
  [
    "SL509",
    counted('Service_Time = date("2024-01-01")'),
    counted('Service_Time IN periods(date("2024-01-01"), 1, period(1, Month))'),
  ],
  ["SL509", counted('Service_Time > date("2022-12-31") AND Service_Time < date("2024-01-01")'), counted(months)],
  ["SL601", `SELECT DISTINCT Age FROM Employee WHERE ${january}`, items("Age")],
  ["SL602", `SELECT COUNT(*) FROM Employee WHERE ${months}`, counted(months)],
  ["SL604", employee("Full_Name <> NULL"), employee("Full_Name IS NOT NULL")],
  ["SL604", employee("30 <= Age"), employee("Age >= 30")],
  ["SL604", employee("Full_Name = Ana"), employee('Full_Name = "Ana"')],
  ["SL701", items("level(gender, 'Gender')"), items("level(Gender, 'Gender')")],
  ["SL703", items("level(Location, 1)"), items('level(Location, "Location_1")')],
  ["SL704", items('EmployeeID AS "a", Age AS "a"'), items('EmployeeID AS "a", Age AS "a 2"')],
  ["SL706", employee("Location = 'Spain'"), employee("Location = 'EMEA.Spain'")],
  ["SL707", items("Age").replace("Service_Time", "effectiveInstant"), items("Age")],
  [
    "SL707",
    'SELECT employeeCount() FROM Employee WHERE effectiveInstant IN intervalFrom(date("2024-01-01"), 12)',
    counted(months),
  ],
  ["SL708", employee("Age <> 4"), employee("Age != 4")],
  [
    "SL601",
    `SELECT TOP 5 Age FROM Employee WHERE ${january}`,
    `-- listQueryOptions: {"limit": 5}\n${items("Age")}`,
    items("Age"),
  ],
  [
    "SL601",
    `-- listQueryOptions: {"page": 1}\n${items("Age")} LIMIT 7`,
    `-- listQueryOptions: {"limit": 7, "page": 1}\n${items("Age")}`,
    `-- listQueryOptions: {"page": 1}\n${items("Age")}`,
  ],
  ["SL801", `-- listQueryOptions: {"limt": 1}\n${items("Age")}`, `-- listQueryOptions: {"limit": 1}\n${items("Age")}`],
  ["SL801", `-- listqueryoptions: {"limit": 1}\n${items("Age")}`, `-- listQueryOptions: {"limit": 1}\n${items("Age")}`],
  [
    "SL802",
    `-- listQueryOptions: {"recordMode": "change"}\n${items("Age")}`,
    `-- listQueryOptions: {"recordMode": "CHANGES"}\n${items("Age")}`,
  ],
  [
    "SL802",
    `-- listQueryOptions: {"limit": "10"}\n${items("Age")}`,
    `-- listQueryOptions: {"limit": 10}\n${items("Age")}`,
  ],
  [
    "SL803",
    `-- aggregateQueryOptions: {"calendarType": "GREGORIAN_CALENDAR"}\n${items("Age")}`,
    items("Age"),
    `-- listQueryOptions: {"calendarType": "GREGORIAN_CALENDAR"}\n${items("Age")}`,
  ],
  [
    "SL805",
    `-- listQueryOptions: {"omitHeader": true}\n${items("Age")}`,
    ...["FILL", "FAIL"].map(
      (mode) => `-- listQueryOptions: {"queryMode": "${mode}", "omitHeader": true}\n${items("Age")}`,
    ),
  ],
];

suite("The fixes of a problem", () => {
  for (const [code, text, ...fixed] of cases) {
    test(`${code} ${fixed.length > 0 ? "repairs" : "has nothing to offer for"} ${text.replaceAll("\n", " ")}`, async () => {
      assert.deepEqual(await textsOf(code, text), fixed);
    });
  }

  test("write the level whose display name is written", async () => {
    const named = appendixObjects.map((object) => ({
      ...object,
      dimensions: object.dimensions.map((dimension) => ({
        ...dimension,
        levels: dimension.levels?.map((level) => ({
          ...level,
          displayName: level.id === "Location_1" ? "Country" : level.displayName,
        })),
      })),
    }));
    const model = createModelSource(named, appendixMetrics);
    const [fix, ...others] = await fixesOf("SL307", items('level(Location, "country")'), { ...known, model });
    assert.deepEqual(
      fix?.edits.map(({ text }) => text),
      ['"Location_1"'],
    );
    assert.equal(fix?.isPreferred, true);
    assert.deepEqual(others, []);
  });

  test("say what changes where the query does not mean the same afterwards", async () => {
    const changing = [
      ["SL306", counted(months).replace("employeeCount", "exitCount")],
      ["SL503", counted(january)],
      ["SL504", items("Age").replace(january, months)],
      ["SL507", `SELECT Age FROM Employee WHERE Age = 4 OR ${january}`],
      ["SL508", `SELECT Age FROM Employee WHERE ${january} AND ${january}`],
      ["SL601", `SELECT Age FROM Employee WHERE ${january} LIMIT 10`],
      ["SL707", 'SELECT exitCount() FROM Employee_Exit WHERE effectiveInstant IN intervalFrom(date("2024-01-01"), 1)'],
    ] as const;
    for (const [code, text] of changing) {
      const [fix] = await fixesOf(code, text);
      assert.ok(fix?.changes, code);
    }
    const [plain] = await fixesOf("SL701", items("employeeid"));
    assert.equal(plain?.changes, undefined);
  });

  test("keep the first statement of a request", async () => {
    const text = `${items("Age")}; SELECT EmployeeID FROM Employee`;
    const { script, problems } = parseScript(text, { isSingleStatement: true });
    const part = { text, statements: script.statements, comments: script.comments, problems };
    const problem = problems.find(({ code }) => code === "SL207");
    assert.ok(problem);
    const [fix, ...others] = await findQueryFixes(part, problem, { ...known, isSingleStatement: true });
    assert.equal(fix && applyEdits(text, fix.edits), `${items("Age")};`);
    assert.ok(fix?.changes);
    assert.deepEqual(others, []);
  });

  test("name every column that the connection knows of, not only those that the text names", async () => {
    const searches: ModelSearch[] = [];
    const model = createModelSource(
      appendixObjects.map((object) => ({ ...object, properties: object.properties.slice(0, 1) })),
      appendixMetrics,
    );
    const options: FixOptions = {
      now: known.now,
      model,
      search: async (search) => {
        searches.push(search);
        const ids = ["Employee.EmployeeID", "Employee.Age"];
        return { entries: ids.map((id) => ({ id, displayName: id })), isComplete: true };
      },
      namesOf: async () => ({ model: sampleModel }),
    };
    assert.deepEqual(await textsOf("SL603", items("*"), options), [items("EmployeeID, Age")]);
    assert.deepEqual(searches, [{ kind: "property", prefix: "", object: "Employee" }]);
  });

  test("ask the connection for members when none that is known is near", async () => {
    const searches: ModelSearch[] = [];
    const options: FixOptions = {
      ...known,
      search: async (search) => {
        searches.push(search);
        return { entries: [{ id: "Remote", displayName: "Remote", path: "Remote" }], isComplete: true };
      },
    };
    assert.deepEqual(await textsOf("SL407", employee("Work_Model = 'Rem'"), options), [
      employee("Work_Model = 'Remote'"),
    ]);
    assert.deepEqual(searches, [{ kind: "member", prefix: "Re", dimension: "Work_Model", object: "Employee" }]);
  });

  test("are preferred once for a problem", async () => {
    for (const [code, text] of cases) {
      const preferred = (await fixesOf(code, text)).filter(({ isPreferred }) => isPreferred);
      assert.ok(preferred.length <= 1, `${code} ${text}`);
    }
  });

  test("leave out what the names that are looked up refute", async () => {
    const text = counted(months).replace("employeeCount", "exitCount");
    const nowhere = createModelSource([], []);
    assert.deepEqual(await textsOf("SL306", text, { ...known, namesOf: async () => ({ model: nowhere }) }), []);
  });
});

suite("Fixing all of a part", () => {
  const fix = (text: string, options: FixOptions = known) => fixPart(partOf(text), options, () => false);
  const fixed = async (text: string, options?: FixOptions) => applyEdits(text, (await fix(text, options)).edits);

  test("repairs all at once and counts", async () => {
    const text = `SELECT employeeid Key, level(Location, 1) FROM employee WHERE isManager AND isHighPotential == TRUE AND Age <> 4 AND ${january}`;
    const { edits, ...counts } = await fix(text);
    assert.equal(
      applyEdits(text, edits),
      `SELECT EmployeeID AS Key, level(Location, "Location_1") FROM Employee WHERE isManager = TRUE AND isHighPotential = TRUE AND Age != 4 AND ${january}`,
    );
    assert.deepEqual(counts, { fixed: 7, left: 0 });
    assert.ok(edits.length >= 7, "The rest of the text is not replaced.");
  });

  test("rewrites an older edition", async () => {
    assert.equal(
      await fixed(
        'SELECT period(1, Month), employeeCount() FROM Employee WHERE effectiveInstant IN intervalFrom(date("2024-01-01"), 12)',
      ),
      counted(months),
    );
  });

  test("writes the names that were meant, those too that are unknown before the object is repaired", async () => {
    const text = `SELECT EmployeID FROM Employe WHERE ismanager AND ${january}`;
    assert.equal(await fixed(text), `SELECT EmployeeID FROM Employee WHERE isManager = TRUE AND ${january}`);
  });

  test("leaves what needs a look, and counts it", async () => {
    const texts = [
      counted(january),
      'SELECT exitCount() FROM Employee_Exit WHERE effectiveInstant IN intervalFrom(date("2024-01-01"), 1)',
    ];
    for (const text of texts) {
      const { edits, fixed: count, left } = await fix(text);
      assert.deepEqual([edits, count], [[], 0]);
      assert.ok(left > 0);
    }
    const { fixed: count, left } = await fix(`SELECT employeeCount() FROM employee WHERE Age <> 4 AND ${january}`);
    assert.deepEqual([count, left], [2, 1]);
  });

  test("takes no word for a label while the names are not known", async () => {
    const unknown: FixOptions = { now: known.now };
    assert.equal(await fixed(items("EmployeeID Age"), unknown), items("EmployeeID Age"));
  });

  test("stops when it is cancelled", async () => {
    const { edits } = await fixPart(partOf(items("EmployeID")), known, () => true);
    assert.deepEqual(edits, []);
  });
});

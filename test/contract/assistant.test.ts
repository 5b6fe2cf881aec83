import assert from "node:assert/strict";
import { startTestService, type TestService } from "../support/running-service.ts";

interface Answer {
  readonly conversationState: { readonly questionState: string[] };
  readonly statusCode: { readonly statusCode: string; readonly statusMsg: string };
  readonly narrative: string;
  readonly corrections: readonly {
    readonly warning: readonly string[];
    readonly clarifications: readonly { readonly message: string; readonly questions: readonly string[] }[];
  }[];
  readonly schema?: {
    readonly metrics: readonly string[];
    readonly dimensions: readonly { readonly paths: readonly string[] }[];
  };
  readonly data?: { readonly dataJson: string; readonly context: string };
  readonly visual?: { readonly image: string; readonly title: string };
  readonly rewordedQuestion?: string;
  readonly suggestions?: readonly { readonly suggestion: string }[];
  readonly relatedDocuments?: { readonly analyses: unknown[]; readonly reports: readonly { readonly title: string }[] };
}

const everything = {
  includeVisual: true,
  includeData: true,
  includeRewordedQuestion: true,
  includeRelatedAnalyses: true,
  includeRelatedReports: true,
  includeSuggestions: true,
};

suite("the assistant", function () {
  this.timeout(180_000);
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService();
  });
  suiteTeardown(() => test_.dispose());

  const send = (json: unknown, headers: Record<string, string> = {}) =>
    test_.call("POST", "/v1/assistant/question", { json, headers });

  async function ask(question: string, before?: Answer): Promise<Answer> {
    const answer = await send({ question, options: everything, conversationState: before?.conversationState });
    assert.equal(answer.status, 200, answer.text);
    return answer.json<Answer>();
  }

  async function rowsOf(query: string): Promise<string[][]> {
    const { status, text } = await test_.call("POST", "/v1/data/query/sql", {
      json: {
        query,
        aggregateQueryOptions: { memberDisplayMode: "COMPACT" },
        listQueryOptions: { dateTimeDisplayMode: "DATETIME" },
      },
      headers: { accept: "application/jsonlines, application/json" },
    });
    assert.equal(status, 200, text);
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  }

  const warningsOf = ({ corrections }: Answer) => corrections.flatMap(({ warning }) => warning);
  const questionsOf = ({ corrections }: Answer) =>
    corrections.flatMap(({ clarifications }) => clarifications.flatMap(({ questions }) => questions));

  test("answers with a query that gives the same rows", async () => {
    const answer = await ask("headcount by function over the last 12 months");
    assert.equal(answer.statusCode.statusCode, "OK");
    assert.deepEqual(answer.schema?.metrics, ["employeeCount"]);
    assert.deepEqual(
      answer.schema?.dimensions.map(({ paths }) => paths),
      [["Employee.Function"]],
    );
    assert.deepEqual(JSON.parse(answer.data?.dataJson ?? "[]"), await rowsOf(answer.data?.context ?? ""));
  });

  test("draws the answer as SVG that names its members", async () => {
    const { visual } = await ask("headcount by gender");
    const image = Buffer.from(visual?.image ?? "", "base64").toString("utf8");
    assert.match(image, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="800" height="450"/);
    assert.match(image, /Female: \d+/);
  });

  test("names the related reports and further questions, all of which are answered", async () => {
    const answer = await ask("headcount");
    assert.ok(answer.relatedDocuments?.reports.some(({ title }) => title === "Headcount by function"));
    assert.ok((answer.suggestions ?? []).length > 0);
    for (const { suggestion } of answer.suggestions ?? []) {
      assert.equal((await ask(suggestion)).statusCode.statusCode, "OK", suggestion);
    }
  });

  test("goes on with a conversation, also after a restart", async () => {
    const first = await ask("headcount by function over the last 12 months");
    const second = await ask("only EMEA", first);
    assert.match(second.data?.context ?? "", /Location IN \("EMEA"\)/);
    await test_.restart();
    const third = await ask("and by gender?", second);
    assert.match(
      third.data?.context ?? "",
      /level\(Function, "Function"\), level\(Gender, "Gender"\), employeeCount\(\)/,
    );
    assert.match(third.data?.context ?? "", /12, period\(1, Month\)/);
    const who = await ask("who in Poland?", third);
    assert.match(
      who.data?.context ?? "",
      /SELECT EmployeeID, Full_Name, .*\nFROM Employee\nWHERE Location IN \("EMEA\.Poland"\)/,
    );
  });

  test("ranks members by value, and its query names the ones that are left", async () => {
    const answer = await ask("top 3 functions by headcount");
    const [, ...rows] = JSON.parse(answer.data?.dataJson ?? "[]") as string[][];
    assert.equal(rows.length, 3);
    const values = rows.map((row) => Number(row[1]));
    assert.deepEqual(
      values,
      values.toSorted((one, other) => other - one),
    );
    const [, ...queried] = await rowsOf(answer.data?.context ?? "");
    const ofThese = queried.filter((row) => row[1] !== "0");
    assert.deepEqual(ofThese.map(String).sort(), rows.map(String).sort());
  });

  test("asks back where a name has two meanings, and each way out is answered", async () => {
    const answer = await ask("headcount in Operations");
    assert.equal(answer.statusCode.statusCode, "CLARIFICATION_NEEDED");
    assert.equal(answer.data, undefined);
    assert.deepEqual(questionsOf(answer), [
      "headcount in org unit Operations",
      "headcount in job family group Operations",
    ]);
    for (const question of questionsOf(answer)) {
      assert.equal((await ask(question)).statusCode.statusCode, "OK", question);
    }
  });

  const conversations: readonly (readonly [questions: readonly string[], query: RegExp])[] = [
    [["give me the number of hires in 2024"], /SELECT startCount\(\)/u],
    [["headcount by level 3 of the org unit"], /SELECT level\(Org_Unit, "Level_3"\), employeeCount/u],
    [["show US headcount"], /"AMER\.US"/u],
    [["who left us in March 2024"], /^SELECT Exit_Date[^"]*WHERE Service_Time BETWEEN date\("2024-03-01"\)/u],
    [["headcount now versus at the end of 2023"], /periods\(date\("2026-01-01"\), 2, period\(24, Month\)\)/u],
    [["exits Q1 - Q3 2025 by quarter"], /periods\(date\("2025-10-01"\), 3, period\(1, Quarter\)\)/u],
    [["who left in March 2024", "and in April?"], /BETWEEN date\("2024-04-01"\) AND date\("2024-05-01"\)/u],
    [["exits in 2024 by region", "remove the breakdown"], /^SELECT exitCount\(\)/u],
    [["exits in 2024 by region and gender", "without region"], /^SELECT level\(Employee\.Gender, "Gender"\), exit/u],
    [
      ["headcount in EMEA by function", "all regions again"],
      /Function"\), employeeCount\(\)\nFROM Employee\nWHERE Service/u,
    ],
    [["headcount by region", "drill into EMEA"], /Location_1"\).*\n.*\nWHERE Location IN \("EMEA"\)/u],
    [["headcount in Operations", "I mean the org unit"], /employeeCount\(\)\nFROM Employee\nWHERE Org_Unit IN/u],
    [["list employees", "with salary"], /Base_Salary/u],
    [["employees", "only women", "by gender instead"], /level\(Gender, "Gender"\), employeeCount/u],
    [["how much did we spend on pay changes in 2024"], /SELECT payChangeTotal\(\)/u],
    [["requisitions opened since June 2025"], /Opened_On >= date\("2025-06-01"\)/u],
  ];
  for (const [questions, query] of conversations) {
    test(`understands ${questions.map((question) => `"${question}"`).join(", then ")}`, async () => {
      let answer: Answer | undefined;
      for (const question of questions) {
        answer = await ask(question, answer);
      }
      assert.match(answer?.data?.context ?? answer?.narrative ?? "", query);
    });
  }

  test("says that a question in between was not understood", async () => {
    const first = await ask("exits in 2024");
    const second = await ask("only blorbled ones", first);
    assert.equal(second.data, undefined);
    const third = await ask("and 2025?", second);
    assert.match(third.data?.context ?? "", /2026-01-01/u);
    assert.match(third.corrections[0]?.clarifications[0]?.message ?? "", /was not understood/u);
  });

  test("says what it assumed", async () => {
    const answer = await ask("headcount of Enginering");
    assert.ok(warningsOf(answer).includes("ASSISTANT_SPELLING"));
    assert.match(answer.statusCode.statusMsg, /"enginering" is read as the function "Engineering"/);
    const letter = await ask("headcount without x");
    assert.match(letter.statusCode.statusMsg, /"x" is read as the gender "Non-binary"/);
  });

  for (const [what, question, message] of [
    ["a word that the model does not have", "headcount by shoe size", /"shoe", "size" are not understood/],
    [
      "a language that it does not speak",
      "Wie viele Mitarbeiter haben wir?",
      /"wie", .*"Mitarbeiter", .* are not understood/i,
    ],
    ["a query", "SELECT employeeCount() FROM Employee; DROP TABLE Employee", /"SELECT".* not understood/],
    ["a time without data", "headcount at the end of 2030", /There is no data for 2030-12-31/],
    ["a dimension that nothing leads to", "average salary by exit type", /does not belong to Employee/],
    ["an average without a metric", "average age by function", /no metric for the average/],
  ] as const) {
    test(`gives no number for ${what}`, async () => {
      const answer = await ask(question);
      assert.notEqual(answer.statusCode.statusCode, "OK");
      assert.equal(answer.data, undefined);
      assert.match(answer.narrative, message);
    });
  }

  test("refuses a question without words, and one that is too long, with a message that says so", async () => {
    for (const question of ["", "   ", undefined]) {
      const { status, text } = await send({ question });
      assert.equal(status, 400);
      assert.match(text, /QUESTION_EMPTY/);
    }
    const { status, text } = await send({ question: "headcount ".repeat(1_000) });
    assert.equal(status, 400);
    assert.match(text, /at most 2000.*QUESTION_TOO_LONG/);
    assert.match((await send({ question: "headcount", options: { dataFormat: "xml" } })).text, /DATA_FORMAT_UNKNOWN/);
  });

  test("refuses a conversation state that was changed, or that another tenant or user was given", async () => {
    const { conversationState } = await ask("headcount");
    const [state = ""] = conversationState.questionState;
    const [content = "", signature = ""] = state.split(".");
    const forged = Buffer.from(content, "base64url").toString("utf8").replace("employeeCount", "averageSalary");
    for (const tampered of [
      `${Buffer.from(forged).toString("base64url")}.${signature}`,
      `${state}A`,
      content,
      "x.y.z",
      ".",
    ]) {
      const { status, text } = await send({
        question: "and by gender?",
        conversationState: { questionState: [tampered] },
      });
      assert.equal(status, 400, text);
      assert.match(text, /CONVERSATION_STATE_INVALID/);
    }
    const north = await send({ question: "and by gender?", conversationState }, { TargetTenantID: "WFF_demo~north" });
    assert.match(north.text, /CONVERSATION_STATE_INVALID/);
  });

  test("reads a question in another way once its reading was refused, and keeps an approved one", async () => {
    const question = "headcount of Marketing by gender";
    const feedback = (answer: Answer, isApproved: boolean) =>
      test_.call("POST", "/v1/assistant/feedback", {
        json: { conversation: { conversationState: answer.conversationState }, isApproved, description: "As a unit." },
      });
    const first = await ask(question);
    assert.match(first.data?.context ?? "", /Function IN \("Marketing"\)/);
    assert.equal((await feedback(first, false)).status, 200);
    const second = await ask(question);
    assert.match(second.data?.context ?? "", /Org_Unit IN \("COMPANY\.COMM\.MARKETING"\)/);
    assert.equal((await feedback(second, true)).status, 200);
    await test_.restart();
    assert.equal((await ask(question)).data?.context, second.data?.context);
    assert.match((await ask("headcount of Marketing")).data?.context ?? "", /Function IN/);
  });

  test("does not give the only reading of a question again that was refused", async () => {
    const question = "how many hires in 2025 by start source";
    const answer = await ask(question);
    const json = { conversation: { conversationState: answer.conversationState }, isApproved: false };
    assert.equal((await test_.call("POST", "/v1/assistant/feedback", { json })).status, 200);
    const again = await ask(question);
    assert.equal(again.data, undefined);
    assert.match(again.narrative, /You said that the answer to these words was wrong/);
  });

  test("takes no feedback without an answer or a verdict", async () => {
    const feedback = (json: unknown) => test_.call("POST", "/v1/assistant/feedback", { json });
    assert.match((await feedback({ isApproved: true })).text, /CONVERSATION_STATE_MISSING/);
    const { conversationState } = await ask("headcount");
    assert.match((await feedback({ conversation: { conversationState } })).text, /VERDICT_MISSING/);
  });

  test("answers every sample question, and they are of the categories that it lists", async () => {
    const { questions } = (await test_.call("GET", "/v2/assistant/sample-questions")).json<{
      questions: { question: string; categoryId: string; isSpotlightedForUser: boolean }[];
    }>();
    const { categories } = (await test_.call("GET", "/v1/assistant/sample-question-categories")).json<{
      categories: { categoryId: string }[];
    }>();
    assert.ok(questions.length >= 30);
    assert.deepEqual(
      [...new Set(questions.map(({ categoryId }) => categoryId))],
      categories.map(({ categoryId }) => categoryId),
    );
    assert.equal(questions.filter(({ isSpotlightedForUser }) => isSpotlightedForUser).length, categories.length);
    for (const { question } of questions) {
      const answer = await ask(question);
      assert.equal(answer.statusCode.statusCode, "OK", `${question}: ${answer.narrative}`);
      assert.equal(answer.rewordedQuestion, question);
    }
  });

  test("is down in a tenant without a model", async () => {
    assert.deepEqual((await test_.call("GET", "/v1/assistant/status")).json(), { overall: "UP" });
    const empty = await startTestService({ hasSample: false });
    try {
      assert.deepEqual((await empty.call("GET", "/v1/assistant/status")).json(), { overall: "DOWN" });
    } finally {
      await empty.dispose();
    }
  });
});

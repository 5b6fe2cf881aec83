import assert from "node:assert/strict";
import { contract, type OperationName } from "../../src/contract/contract.ts";
import type { OperationDefinition } from "../../src/contract/operation.ts";
import { minimalRequest } from "../support/minimal-request.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { type SignedInUser, signInAs } from "../support/signed-in-user.ts";

/** What the users must not find, neither as names nor as values. */
const hidden: Readonly<Record<string, RegExp>> = {
  emea: /Base_Salary|Base Salary|Pay_Level|Pay Level|Change_Amount|averageSalary|payChangeTotal|Chicago|AMER\./,
  planner: /Base_Salary|Base Salary|Pay_Level|Pay Level|Change_Amount|averageSalary|payChangeTotal/,
};

const searchPath = "/v1alpha/search/service-objects";
const objectTypes = ["METRIC", "DIMENSION", "DIMENSION_MEMBER", "CONCEPT", "ANALYTIC_OBJECT", "PROPERTY"];

suite("every operation, called by users who do not see everything", function () {
  this.timeout(120_000);
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService();
  });
  suiteTeardown(() => test_.dispose());

  for (const [name, secret] of Object.entries(hidden)) {
    test(`shows ${name} no hidden name or value`, async () => {
      const user = await signInAs(test_, "WFF_demo", `${name}@demo.example`);
      for (const [operation, row] of Object.entries(contract) as [OperationName, OperationDefinition][]) {
        const { method, path, content } = minimalRequest(row);
        const answer = await user.call(method, path, content);
        assert.doesNotMatch(answer.text, secret, operation);
      }
    });

    test(`shows ${name} nothing hidden where names are asked for`, async () => {
      const user = await signInAs(test_, "WFF_demo", `${name}@demo.example`);
      const everything = await signInAs(test_, "WFF_demo", "analyst@demo.example");
      const search = async ({ call }: SignedInUser, query: string) => {
        const found = await Promise.all(
          objectTypes.map((objectType) => call("POST", searchPath, { json: { query: [query], objectType } })),
        );
        return found.map(({ text }) => text).join("\n");
      };
      for (const text of ["salary", "pay", "Base", "amount", "Chic", "AMER", "an", "er", "le"]) {
        assert.doesNotMatch(await search(user, text), secret, text);
      }
      assert.match(await search(everything, "salary"), /Base_Salary/);
      assert.match(await search(everything, "Chic"), /Chicago/);
      for (const query of [
        "SELECT Base_Salary FROM Employee",
        "SELECT EmployeeID FROM Employee WHERE Base_Salary > 1",
        'SELECT employeeCount(), level(Pay_Level, "Pay_Level") FROM Employee',
        "SELECT averageSalary() FROM Employee",
        "SELECT Change_Amount FROM Pay_Change",
        "SELECT Employee.Base_Salary FROM Employee_Exit",
        "SELECT Direct_Manager.Base_Salary FROM Employee",
      ]) {
        const answer = await user.call("POST", "/v1/data/query/sql", { json: { query } });
        assert.equal(answer.status, 400, query);
        const rest = answer.text.replaceAll(/`[^`]*`/g, "");
        assert.doesNotMatch(rest, secret, query);
      }
    });

    test(`fills what is hidden from ${name} like names that do not exist`, async () => {
      const user = await signInAs(test_, "WFF_demo", `${name}@demo.example`);
      const read = async (pay: string, level: string) => {
        const json = {
          query: `SELECT Position.Title, ${pay}, Skill.Name, Direct_Manager.${pay}, level(employee.${level}, "Pay_Level") FROM Employee`,
          listQueryOptions: { queryMode: "FILL", limit: 50 },
        };
        const answer = await user.call("POST", "/v1/data/query/sql", { json, headers: { accept: "text/csv" } });
        assert.equal(answer.status, 200, answer.text);
        return answer.text.split("\r\n").slice(1);
      };
      const rows = await read("Base_Salary", "Pay_Level");
      assert.ok(rows.length > 10, String(rows.length));
      assert.deepEqual(rows, await read("Nothing", "Nowhere"));
    });
  }
});

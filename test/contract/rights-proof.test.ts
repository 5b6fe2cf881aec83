import assert from "node:assert/strict";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../src/duckdb/database.ts";
import { loadSample } from "../../src/service/sample/load-sample.ts";
import { sampleRights } from "../../src/service/sample-content/sample-rights.ts";
import { evaluateQuery } from "../support/evaluator/evaluate.ts";
import { loadWorkforce } from "../support/evaluator/load-workforce.ts";
import { specifiedRules } from "../support/evaluator/rules.ts";
import { firstDifference, type Table } from "../support/evaluator/table.ts";
import { type PlainPermission, visibleWorkforce } from "../support/evaluator/visible-workforce.ts";
import type { Workforce } from "../support/evaluator/workforce.ts";
import { QueryMaker } from "../support/query-generator/make-query.ts";
import { renderDraft } from "../support/query-generator/render-draft.ts";
import { formats, inFormat, readAnswer } from "../support/query-proof/read-answer.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { type SignedInUser, signInAs } from "../support/signed-in-user.ts";
import { newUser } from "../support/stored-users.ts";

const count = Number(process.env.WORKFORCE_PROOF_COUNT ?? 100);
const seed = Number(process.env.SEED ?? 1);
const sample = { people: 80, seed };
const tenant = "WFF_demo";
/** How many differences are told of one run; the first ones say most. */
const mostTold = 5;

const permissions: Readonly<Record<string, PlainPermission>> = {
  ...sampleRights.permissions,
  AmericasWithPay: { objects: { Employee: { rows: "Location IN ('AMER')" }, Pay_Change: {}, Position: {} } },
  Managers: {
    objects: {
      Employee: {
        rows: "isManager = TRUE AND (Base_Salary > 60000 OR Work_Model NOT IN ('Remote'))",
        hides: ["Location", "Start_Date", "Direct_Manager", "isHighPotential", "EmployeeID"],
      },
      Position: { rows: "Job_Family IN ('Technology') OR Title IS NULL" },
      Employee_Exit: { rows: "Exit_Type IN ('Voluntary')", hides: ["Employee", "Exit_Note"] },
      Employment_Start: {},
    },
  },
};

/** Users by name, with the permissions that they have. */
const users: Readonly<Record<string, readonly string[]>> = {
  emea: ["EMEA"],
  planner: ["WithoutPay"],
  americas: ["AmericasWithPay", "WithoutPay"],
  managers: ["Managers"],
  mixed: ["Managers", "AmericasWithPay", "EMEA"],
};

suite(`The same ${count} queries`, function () {
  this.timeout(60 * 60_000);
  let service: TestService;
  let all: Workforce;
  let maker: QueryMaker;
  /** What each query gives somebody who sees everything: the same beside every user. */
  const withAllRights = new Map<number, Table>();

  suiteSetup(async () => {
    const database = await Database.open(":memory:");
    all = await database.use(async (connection) => loadWorkforce(connection, await loadSample(connection, sample)));
    database.close();
    maker = new QueryMaker(all);
    const dataFolder = await mkdtemp(join(tmpdir(), "workforce-rights-"));
    await writeFile(join(dataFolder, "permissions.json"), JSON.stringify(permissions));
    service = await startTestService({ ...sample, dataFolder });
    const { users: store } = service.service.platform;
    for (const name of ["americas", "managers", "mixed"]) {
      const permissionIds = users[name] ?? [];
      const profileAssignments = [{ profileId: "Analyst" }];
      await store.create(newUser(`${name}@demo.example`, { password: name, permissionIds, profileAssignments }));
    }
  });
  suiteTeardown(() => service.dispose());

  for (const [name, ids] of Object.entries(users)) {
    test(`give ${name} what is computed from the visible values alone`, async () => {
      const user = await signInAs(service, tenant, `${name}@demo.example`);
      const visible = visibleWorkforce(
        all,
        ids.map((id) => permissions[id] ?? { objects: {} }),
      );
      const told: string[] = [];
      const outcomes = { "as without rights": 0, "other than without": 0, refused: 0 };
      for (let index = 0; index < count && told.length < mostTold; index++) {
        const outcome = await compare(user, visible, index);
        if (outcome in outcomes) {
          outcomes[outcome as keyof typeof outcomes]++;
        } else {
          told.push(`SEED=${seed}, query ${index}: ${outcome}`);
        }
      }
      assert.ok(told.length === 0, told.join("\n\n"));
      // Otherwise the proof would say nothing about what rights change.
      const { "other than without": changed, refused } = outcomes;
      assert.ok(changed + refused >= count / 10 && refused < count * 0.8, JSON.stringify(outcomes));
    });
  }

  /** A query that the evaluator cannot answer without what is hidden must be refused. */
  async function compare(user: SignedInUser, visible: Workforce, index: number): Promise<string> {
    const querySeed = seed * 1_000_000 + index;
    const draft = maker.make(querySeed);
    const text = renderDraft(draft);
    const format = formats[index % formats.length] ?? "application/json";
    const { aggregateQueryOptions, listQueryOptions } = draft;
    const answer = await user.call("POST", "/v1/data/query/sql", {
      json: { query: text, aggregateQueryOptions, listQueryOptions },
      headers: { accept: format === "application/json" ? format : `${format}, application/json` },
    });
    let wanted: Table;
    try {
      wanted = evaluateQuery(visible, text, draft, { ...specifiedRules, otherMember: "is looked for" });
    } catch (error) {
      return answer.status === 400 ? "refused" : `${text}\nstatus ${answer.status} although ${String(error)}`;
    }
    const difference =
      answer.status === 200
        ? firstDifference(inFormat(wanted, format), readAnswer(answer.text, format, wanted.header !== undefined))
        : `status ${answer.status}: ${answer.text.slice(0, 500)}`;
    if (difference !== undefined) {
      return `${text}\n${difference}`;
    }
    const unrestricted = withAllRights.get(index) ?? evaluateQuery(all, text, draft);
    withAllRights.set(index, unrestricted);
    return firstDifference(unrestricted, wanted) === undefined ? "as without rights" : "other than without";
  }
});

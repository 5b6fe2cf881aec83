import assert from "node:assert/strict";
import { IntakeCaller } from "../support/intake-caller.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

/** Loads of `Employee--Skill`, sets of skills that hold from an instant on. */
suite("loads of a multi-value reference", () => {
  let test_: TestService;
  let intake: IntakeCaller;
  suiteSetup(async () => {
    test_ = await startTestService();
    intake = new IntakeCaller(test_);
  });
  suiteTeardown(() => test_.dispose());

  const query = async (text: string) => {
    const json = { query: text };
    const answer = await test_.call("POST", "/v1/data/query/sql", { json, headers: { accept: "text/csv" } });
    assert.equal(answer.status, 200, answer.text);
    return answer.text;
  };
  const skillsOf = async (person: string, from: string, to: string) => {
    const csv = await query(
      `SELECT EmployeeID, Skill.Name AS Skill FROM Employee WHERE EmployeeID = '${person}' AND Service_Time BETWEEN date("${from}") AND date("${to}")`,
    );
    return csv.trim().split(/\r?\n/).slice(1).sort();
  };
  /** Everybody's skills, and all skills, in months around the load. */
  const readAll = async () => {
    const time = 'Service_Time BETWEEN date("2025-02-01") AND date("2025-08-01")';
    return [
      await query(`SELECT EmployeeID, Skill.SkillID AS Skill FROM Employee WHERE ${time}`),
      await query(`SELECT SkillID, Name FROM Skill WHERE ${time}`),
    ];
  };
  const process = async () => {
    const json = { publishToProduction: true };
    const answer = await test_.call("POST", "/v1alpha/op/jobs/processing-jobs", { json });
    assert.equal(answer.status, 200, answer.text);
    const job = await test_.service.platform.jobRunner.ended(String(answer.json().jobId), AbortSignal.timeout(30_000));
    assert.equal(job.state, "succeeded", job.message);
  };

  test("are described by a load schema of key, date and reference", async () => {
    const answer = await test_.call("GET", "/v1/data/directloads/prod/schemas/Employee--Skill");
    assert.equal(answer.status, 200, answer.text);
    for (const column of ["EmployeeID", "Effective_Date", "Skill"]) {
      assert.ok(answer.text.includes(`"${column}"`), answer.text);
    }
  });

  test("give a person the new set from its instant on, and leaving them out gives the former one back", async () => {
    const before = await readAll();
    const former = await skillsOf("P-1001", "2025-03-01", "2025-04-01");
    const status = await intake.load({
      Skill: "SkillID,Effective_Date,Name\nSK-99,2025-05-01,Beekeeping\n",
      "Employee--Skill":
        "EmployeeID,Effective_Date,Skill\nP-1001,2025-05-01,SK-99\nP-1001,2025-05-01,SK-01\nP-1002,2025-05-01,\n",
    });
    assert.equal(status.status, "PROCESSED", JSON.stringify(status));
    assert.deepEqual(await skillsOf("P-1001", "2025-05-01", "2025-06-01"), [
      "P-1001,Beekeeping",
      "P-1001,Business strategy",
    ]);
    assert.deepEqual(await skillsOf("P-1001", "2025-03-01", "2025-04-01"), former);
    assert.deepEqual(await skillsOf("P-1002", "2025-05-01", "2025-06-01"), ["P-1002,"]);
    assert.notDeepEqual(await readAll(), before);
    await test_.service.platform.uploads.setIncluded("WFF_demo", { job: String(status.jobId) }, false, () => true);
    await process();
    assert.deepEqual(await readAll(), before);
  });

  test("are refused where a skill does not exist, with the place", async () => {
    const before = await readAll();
    const { status, message } = await intake.load({
      "Employee--Skill": "EmployeeID,Effective_Date,Skill\nP-1001,2025-05-01,SK-01\nP-1001,2025-05-01,SK-00\n",
    });
    assert.equal(status, "FAILED");
    assert.equal(message, "employee--skill.csv line 3, Skill refers to no Skill that is loaded.");
    assert.deepEqual(await readAll(), before);
  });
});

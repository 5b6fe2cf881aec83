import assert from "node:assert/strict";
import { join } from "node:path";
import { beforeNextCall } from "../support/before-next-call.ts";
import { IntakeCaller } from "../support/intake-caller.ts";
import { startTestService, type TestAnswer, type TestService } from "../support/running-service.ts";

const base = "/v1/data/directloads/prod";
const child = "WFF_demo~north";

suite("direct data intake of the embedded service", () => {
  let test_: TestService;
  let intake: IntakeCaller;
  suiteSetup(async () => {
    test_ = await startTestService();
    intake = new IntakeCaller(test_);
  });
  suiteTeardown(() => test_.dispose());

  /** Does something after the next call has read what it needs, and before it writes. */
  const beforeTransaction = (work: () => Promise<unknown>) =>
    beforeNextCall(test_.service.platform.database, "transaction", work);
  const refused = (answer: TestAnswer, status: number, code: string, message: RegExp) => {
    assert.deepEqual([answer.status, answer.json().code], [status, code], answer.text);
    assert.match(String(answer.json().message), message);
  };
  const openIds = async (headers = {}) =>
    (await test_.call("GET", `${base}/transactions`, { headers }))
      .json<{ transactions: { transactionId: string; status: string; created: string }[] }>()
      .transactions.map(({ transactionId }) => transactionId);
  const employees = "EmployeeID,Effective_Date,Gender\nNEW-1,2025-05-01,Female\n";

  test("has load schemas of subjects, events and hierarchies", async () => {
    const { schema } = (await test_.call("GET", `${base}/schemas/Employee`)).json<{ schema: { name: string }[] }>();
    assert.deepEqual(schema.slice(0, 3), [
      { name: "EmployeeID", dataType: "STRING", formats: [], isMandatory: true, emptyValuesAllowed: false },
      {
        name: "Effective_Date",
        dataType: "DATE",
        formats: ["yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss'Z'"],
        isMandatory: true,
        emptyValuesAllowed: false,
      },
      {
        name: "End_Date",
        dataType: "DATE",
        formats: ["yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss'Z'"],
        isMandatory: false,
        emptyValuesAllowed: true,
      },
    ]);
    assert.ok(!schema.some(({ name }) => name === "Age" || name === "Tenure_Range"));
    for (const name of ["Employee_Exit", "Organization_Hierarchy"]) {
      assert.equal((await test_.call("GET", `${base}/schemas/${name}`)).status, 200);
    }
    refused(await test_.call("GET", `${base}/schemas/employee`), 404, "OBJECT_UNKNOWN", /case-sensitive/);
  });

  test("keeps its settings for each tenant, and changes those that are sent", async () => {
    const config = async (headers = {}) => (await test_.call("GET", `${base}/configs`, { headers })).json();
    assert.deepEqual(await config(), { job: { supplementalMode: "UNCHANGED", extendObjects: [] } });
    const put = (job: unknown) => test_.call("PUT", `${base}/configs`, { json: { job } });
    assert.equal((await put({ supplementalMode: "SUPPLEMENTAL" })).status, 200);
    assert.deepEqual((await put({ extendObjects: ["Employee"] })).json(), {
      job: { supplementalMode: "SUPPLEMENTAL", extendObjects: ["Employee"] },
    });
    assert.deepEqual(await config({ TargetTenantID: child }), {
      job: { supplementalMode: "UNCHANGED", extendObjects: [] },
    });
    refused(
      await put({ supplementalMode: "supplemental" }),
      400,
      "REQUEST_INVALID",
      /one of UNCHANGED, SUPPLEMENTAL, REPLACE/,
    );
    refused(await put({ extendObjects: ["Nothing"] }), 400, "REQUEST_INVALID", /"Nothing"/);
    await put({ supplementalMode: "UNCHANGED", extendObjects: [] });
  });

  test("keeps both of two changes to its settings at the same time", async () => {
    const put = async (job: unknown) => {
      const answer = await test_.call("PUT", `${base}/configs`, { json: { job } });
      assert.equal(answer.status, 200, answer.text);
    };
    for (const [supplementalMode, extendObjects] of [
      ["SUPPLEMENTAL", ["Employee"]],
      ["REPLACE", ["Position"]],
      ["UNCHANGED", []],
    ]) {
      await Promise.all([put({ supplementalMode }), put({ extendObjects })]);
      const answer = await test_.call("GET", `${base}/configs`);
      assert.deepEqual(answer.json(), { job: { supplementalMode, extendObjects } });
    }
  });

  test("a transaction is open, committed and processed, and its files are an upload", async () => {
    const id = await intake.start();
    assert.equal((await openIds())[0], id);
    assert.deepEqual(await intake.status(id), {
      tenantCode: "WFF_demo",
      transactionId: id,
      jobId: null,
      status: "OPEN",
      message: "",
    });
    const stored = await intake.upload(id, "Employee", employees, "employee.csv");
    assert.deepEqual(stored.json(), { transactionId: id, status: "OPEN", message: "employee.csv was stored." });
    const status = await intake.commit(id);
    assert.equal(status.status, "PROCESSED", JSON.stringify(status));
    assert.ok(!(await openIds()).includes(id));
    const [found] = await test_.service.platform.uploads.files("WFF_demo", { job: String(status.jobId) });
    assert.deepEqual(
      [found?.file.name, found?.file.schema, found?.file.rows, found?.file.columns, found?.upload.isIncluded],
      ["employee.csv", "Employee", 1, ["EmployeeID", "Effective_Date", "Gender"], true],
    );
    const [job] = (await test_.call("GET", `/v1/op/job-status/jobs/${String(status.jobId)}`)).json<
      Record<string, unknown>[]
    >();
    assert.deepEqual([job?.jobType, job?.status], ["Receiving", "Succeeded"]);
  });

  test("takes no more after its end, and a roll back may be repeated", async () => {
    const id = await intake.start();
    const before = await intake.countFiles();
    await intake.upload(id, "Employee", employees);
    assert.equal(await intake.countFiles(), before + 1);
    const rollBack = () => test_.call("DELETE", `${base}/transactions/${id}`);
    assert.equal((await rollBack()).json().status, "ROLLED_BACK");
    assert.equal(await intake.countFiles(), before);
    assert.equal((await rollBack()).json().status, "ROLLED_BACK");
    assert.equal((await intake.status(id)).status, "ROLLED_BACK");
    refused(await intake.upload(id, "Employee", employees), 409, "TRANSACTION_CLOSED", /was rolled back/);
    refused(await test_.call("POST", `${base}/transactions/${id}`), 409, "TRANSACTION_CLOSED", /was rolled back/);
    const committed = await intake.start();
    await intake.commit(committed);
    refused(await test_.call("POST", `${base}/transactions/${committed}`), 409, "TRANSACTION_CLOSED", /is committed/);
    refused(await test_.call("DELETE", `${base}/transactions/${committed}`), 409, "TRANSACTION_CLOSED", /is committed/);
  });

  test("is committed once when two commits come at the same time", async () => {
    const id = await intake.start();
    await intake.upload(id, "Employee", employees);
    const answers = await Promise.all([1, 2].map(() => test_.call("POST", `${base}/transactions/${id}`)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    const { jobId } = await intake.status(id);
    await intake.ended(String(jobId));
    const uploads = (await test_.service.platform.uploads.files("WFF_demo")).filter(
      ({ upload }) => upload.job === jobId,
    );
    assert.equal(uploads.length, 1);
  });

  test("a file that is stored while its transaction is committed is in the job, and a later one is refused", async () => {
    const id = await intake.start();
    await intake.upload(id, "Employee", employees);
    beforeTransaction(async () => {
      const stored = await intake.upload(id, "Position", "PositionID,Effective_Date\nP-LATE,2025-05-01\n");
      assert.equal(stored.status, 200, stored.text);
    });
    const { jobId, status } = await intake.commit(id);
    assert.equal(status, "PROCESSED");
    const files = await test_.service.platform.uploads.files("WFF_demo", { job: String(jobId) });
    assert.deepEqual(files.map(({ file }) => file.schema).sort(), ["Employee", "Position"]);
    const [later, before] = [await intake.start(), await intake.countFiles()];
    beforeTransaction(() => intake.commit(later));
    refused(await intake.upload(later, "Employee", employees), 409, "TRANSACTION_CLOSED", /was ended meanwhile/);
    assert.equal(await intake.countFiles(), before);
    // One that is rolled back meanwhile is not called committed.
    const undone = await intake.start();
    beforeTransaction(() => test_.call("DELETE", `${base}/transactions/${undone}`));
    refused(await intake.upload(undone, "Employee", employees), 409, "TRANSACTION_CLOSED", /was ended meanwhile/);
  });

  test("belongs to one tenant, and to the production version", async () => {
    const id = await intake.start(child);
    refused(await test_.call("GET", `${base}/transactions/${id}`), 404, "TRANSACTION_UNKNOWN", /WFF_demo has no/);
    assert.ok((await openIds({ TargetTenantID: child })).includes(id));
    assert.ok(!(await openIds()).includes(id));
    assert.equal((await test_.call("POST", "/v1/data/directloads/draft/transactions")).status, 400);
  });

  test("refuses a header at once, names the near miss and keeps nothing", async () => {
    const id = await intake.start();
    const before = await intake.countFiles();
    refused(
      await intake.upload(id, "Employee", "employeeID,Effective_Date\n", "employee.csv"),
      400,
      "FILE_INVALID",
      /^employee.csv has the column "employeeID", which Employee does not take; write EmployeeID\.$/,
    );
    refused(await intake.upload(id, "Employee", Buffer.from("\uFEFFE", "utf16le")), 400, "FILE_INVALID", /UTF-16/);
    refused(await intake.upload(id, "Person", employees), 404, "OBJECT_UNKNOWN", /"Person"/);
    assert.equal(await intake.countFiles(), before);
    assert.equal((await intake.upload(id, "Employee", "")).status, 200, "an empty file is allowed");
  });

  test("a failed load names file, line and column, stores no data and keeps the problems as a file", async () => {
    const id = await intake.start();
    await intake.upload(
      id,
      "Employee",
      `${employees}NEW-2,01.05.2025,Female\nNEW-3,2025-05-01,female\n`,
      "employee.csv",
    );
    await intake.upload(id, "Employee_Exit", "Event_Date,Employee\n2025-06-01,NEW-1\n", "exit.csv");
    const before = await intake.countFiles();
    const { status, message, jobId } = await intake.commit(id);
    assert.equal(status, "FAILED");
    const rule = "is no date of yyyy-MM-dd or yyyy-MM-dd'T'HH:mm:ss or yyyy-MM-dd'T'HH:mm:ss'Z'";
    assert.equal(message, `employee.csv line 3, Effective_Date ${rule}.`);
    const files = await test_.service.platform.uploads.files("WFF_demo", { job: String(jobId) });
    assert.deepEqual(
      files.map(({ file }) => [file.kind, file.isIncluded]),
      [["problems", false]],
    );
    assert.equal(await intake.countFiles(), before - 2 + 1);
    assert.deepEqual(await test_.service.platform.uploads.list(["WFF_demo"], String(jobId)), []);
    // The value is in this file only.
    const pieces: Uint8Array[] = [];
    for await (const piece of test_.service.platform.intakeFiles.read(files[0]?.file.original ?? "")) {
      pieces.push(piece);
    }
    assert.equal(
      Buffer.concat(pieces).toString(),
      `File,Line,Column,Rule,Value\nemployee.csv,3,Effective_Date,${rule},01.05.2025\n`,
    );
    assert.ok(!test_.log.some((line) => line.includes("01.05.2025")));
  });

  test("a failed check of members keeps no data either", async () => {
    const { status, message } = await intake.load({
      Employee: "EmployeeID,Effective_Date,Gender\nN,2025-05-01,female\n",
    });
    assert.deepEqual(
      [status, message],
      ["FAILED", "employee.csv line 2, Gender is no member of Gender, whose list is closed."],
    );
    assert.ok(!test_.log.some((line) => line.includes("female")));
  });

  test("a load that replaces hides the earlier files of its objects only", async () => {
    const put = (job: unknown) =>
      test_.call("PUT", `${base}/configs`, { json: { job }, headers: { TargetTenantID: child } });
    const load = async (object: string, text: string) =>
      assert.equal((await intake.load({ [object]: text }, child)).status, "PROCESSED");
    const included = async () =>
      (await test_.service.platform.uploads.files(child)).map(({ file }) => [file.schema, file.isIncluded]);
    await load("Employee", employees);
    await load("Position", "PositionID,Effective_Date\nP-NEW,2025-05-01\n");
    await put({ supplementalMode: "REPLACE", extendObjects: ["Position"] });
    await load("Employee", employees);
    await load("Position", "PositionID,Effective_Date\nP-NEW,2025-06-01\n");
    assert.deepEqual(await included(), [
      ["Position", true],
      ["Employee", true],
      ["Position", true],
      ["Employee", false],
    ]);
  });

  test("samples are files of a transaction that load without problems", async () => {
    const id = await intake.start();
    const load = (object: string, sampleName: string) =>
      test_.call("POST", `${base}/transactions/${id}/${object}/sample-data`, { json: { sampleName } });
    for (const [object, sample] of [
      ["Employee", "employee"],
      ["Employment_Start", "employment_start"],
      ["Employee_Exit", "employee_exit"],
      ["Organization_Hierarchy", "organization_hierarchy"],
    ] as const) {
      const answer = await load(object, sample);
      assert.deepEqual([answer.status, answer.json().status], [200, "OPEN"], answer.text);
    }
    refused(await load("Position", "employee"), 400, "REQUEST_INVALID", /is for Employee, not for Position/);
    assert.equal((await load("Employee", "people")).status, 400);
    const status = await intake.commit(id);
    assert.equal(status.status, "PROCESSED", JSON.stringify(status));
    const files = await test_.service.platform.uploads.files("WFF_demo", { job: String(status.jobId) });
    assert.deepEqual(
      files.map(({ file }) => file.rows),
      [250, 250, 25, 3],
    );
  });

  test("an upload that breaks off leaves nothing", async () => {
    const id = await intake.start();
    const before = await intake.countFiles();
    const part = '--B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nEmployeeID,';
    await intake.breakOff(`${base}/transactions/${id}/Employee`, "multipart/form-data; boundary=B", part);
    assert.equal((await test_.call("POST", `${base}/transactions/${id}`)).status, 200);
    assert.equal(await intake.countFiles(), before);
  });

  test("an open transaction, its files and what was received survive a restart; other files do not", async () => {
    const id = await intake.start();
    await intake.upload(id, "Employee", employees);
    const before = await intake.countFiles();
    const stray = "01234567-89ab-4def-8123-456789abcdef";
    await test_.restart(async () => {
      const { mkdir, writeFile } = await import("node:fs/promises");
      await mkdir(join(test_.dataFolder, "intake", stray), { recursive: true });
      await writeFile(join(test_.dataFolder, "intake", stray, stray), "left");
    });
    assert.equal(await intake.countFiles(), before);
    assert.equal((await intake.commit(id)).status, "PROCESSED");
  });
});

import assert from "node:assert/strict";
import { beforeNextCall } from "../support/before-next-call.ts";
import { IntakeCaller } from "../support/intake-caller.ts";
import { startTestService, type TestAnswer, type TestService } from "../support/running-service.ts";
import { zipOf } from "../support/zip-of.ts";

const base = "/v1/op/data-transfer-sessions";
const child = "WFF_demo~north";
const header = "EmployeeID,Effective_Date,Base_Salary";

interface Batch {
  readonly sequence: number;
  readonly status: string;
  readonly tenants: readonly {
    readonly tenantCode: string;
    readonly status: string;
    readonly sources: readonly { sourceId: string; rows: string; status: string; message: string; dataSize: string }[];
  }[];
}

suite("data intake into sources of the embedded service", () => {
  let test_: TestService;
  let intake: IntakeCaller;
  suiteSetup(async () => {
    test_ = await startTestService();
    intake = new IntakeCaller(test_);
  });
  suiteTeardown(() => test_.dispose());

  const start = async (tenant?: string) =>
    (await test_.call("POST", base, tenant === undefined ? {} : { headers: { TargetTenantID: tenant } })).json<{
      transferSessionId: string;
    }>().transferSessionId;
  const sendRows = (id: string, query: string, text: string) =>
    test_.call("PUT", `${base}/${id}/add?${query}`, { text, headers: { "content-type": "application/json" } });
  const sendFile = (id: string, query: string, content: string | Uint8Array<ArrayBuffer>, name: string) =>
    intake.sendFile("PUT", `${base}/${id}/upload?${query}`, content, name);
  const complete = async (id: string, processingData = false) => {
    const json = { transferSessionId: id, processingData };
    const answer = await test_.call("POST", "/v1/op/jobs/receiving-jobs", { json });
    assert.equal(answer.status, 200, answer.text);
    const body = answer.json<{ dataReceivingJobId: string; dataTransferResultDetails: unknown }>();
    await intake.ended(body.dataReceivingJobId);
    return body;
  };
  const textsOf = async (job: string, tenant = "WFF_demo") => {
    const { uploads, intakeFiles } = test_.service.platform;
    const texts: string[] = [];
    for (const { file } of await uploads.files(tenant, { job })) {
      const pieces = [];
      for await (const piece of intakeFiles.read(file.original)) {
        pieces.push(piece);
      }
      texts.push(Buffer.concat(pieces).toString());
    }
    return texts;
  };
  /** Does something after the next call has read what it needs, and before it writes. */
  const beforeTransaction = (work: () => Promise<unknown>) =>
    beforeNextCall(test_.service.platform.database, "transaction", work);
  const refused = (answer: TestAnswer, status: number, code: string, message: RegExp) => {
    assert.deepEqual([answer.status, answer.json().code], [status, code], answer.text);
    assert.match(String(answer.json().message), message);
  };

  test("has one source for each load schema, inherited by analytic tenants", async () => {
    const list = async (tenant: string) =>
      (await test_.call("GET", "/v1/op/data-sources", { headers: { TargetTenantID: tenant } })).json<{
        sources: { sourceId: string; isInherited: boolean; fileNameRegex: string; columns: unknown[] }[];
      }>().sources;
    const own = await list("WFF_demo");
    const employee = own.find(({ sourceId }) => sourceId === "Employee");
    assert.deepEqual([employee?.isInherited, employee?.fileNameRegex], [false, "^employee([-_ ].*)?\\.csv$"]);
    assert.ok((await list(child)).every(({ isInherited }) => isInherited));
  });

  test("numbers of JSON batches keep their digits, and a batch that is sent again replaces itself", async () => {
    const id = await start();
    const rows = (salary: string) =>
      `[["EmployeeID","Effective_Date","Base_Salary","Full_Name"],["J-1","2025-05-01",${salary},"A, \\"b\\"\\u00eb"],\n["J-2","2025-05-01",null,""]]`;
    const first = (await sendRows(id, "sourceId=Employee&sequence=3", rows("1"))).json() as unknown as Batch;
    assert.deepEqual([first.sequence, first.status, first.tenants[0]?.sources[0]?.rows], [3, "SUCCESS", "2"]);
    const exact = "9203817354237048492.00000000000000000001";
    assert.equal((await sendRows(id, "sourceId=Employee&sequence=3", rows(exact))).status, 200);
    const { dataReceivingJobId: job, dataTransferResultDetails } = await complete(id);
    assert.deepEqual(await textsOf(job), [
      `EmployeeID,Effective_Date,Base_Salary,Full_Name\nJ-1,2025-05-01,${exact},"A, ""b""ë"\nJ-2,2025-05-01,,\n`,
    ]);
    assert.deepEqual(dataTransferResultDetails, [
      { tenantCode: "WFF_demo", sourceNames: ["Employee"], dataSize: "134", rows: "2" },
    ]);
  });

  test("numbers of JSON batches are answered with all their digits where the column is one of texts", async () => {
    const id = await start();
    const [key, title] = ["9203817354237048492", "12345678901234567890123456789012345.678"];
    const rows = `[["EmployeeID","Effective_Date","Full_Name"],[${key},"2025-05-01",${title}]]`;
    assert.equal((await sendRows(id, "sourceId=Employee", rows)).status, 200);
    await complete(id, true);
    const query = `SELECT EmployeeID, Full_Name FROM Employee WHERE Service_Time BETWEEN date("2025-06-01") AND date("2025-06-02") AND EmployeeID = "${key}"`;
    const answer = await test_.call("POST", "/v1/data/query/sql", { json: { query } });
    assert.deepEqual(
      answer.json<{ rows: object[] }>().rows.map((row) => Object.values(row)),
      [[key, title]],
      answer.text,
    );
  });

  test("batches without a number that come at the same time are all kept", async () => {
    const id = await start();
    const rows = (key: string) => `[["EmployeeID","Effective_Date"],["${key}","2025-05-01"]]`;
    const file = (key: string) =>
      sendFile(id, "sourceId=Employee", `EmployeeID,Effective_Date\n${key},2025-05-01\n`, "staff.csv");
    const inBetween: TestAnswer[] = [];
    beforeTransaction(async () => inBetween.push(await file("T-1"), await sendRows(id, "", rows("T-2"))));
    const first = await sendRows(id, "sourceId=Employee", rows("T-3"));
    beforeTransaction(async () => inBetween.push(await sendRows(id, "", rows("T-4"))));
    const second = await file("T-5");
    assert.deepEqual(
      [...inBetween, first, second].map((answer) => answer.json().sequence),
      [0, 1, 3, 2, 4],
    );
    const { dataReceivingJobId: job } = await complete(id);
    const texts = (await textsOf(job)).map((text) => text.split("\n")[1]?.split(",")[0]);
    assert.deepEqual(texts.sort(), ["T-1", "T-2", "T-3", "T-4", "T-5"]);
  });

  test("batches that break off leave nothing", async () => {
    const id = await start();
    const part = `--B\r\nContent-Disposition: form-data; name="file"; filename="employee.csv"\r\n\r\n${header}\nB-1,2025-05-01,`;
    await intake.breakOff(`${base}/${id}/upload?sourceId=Employee`, "multipart/form-data; boundary=B", part);
    await intake.breakOff(
      `${base}/${id}/add?sourceId=Employee`,
      "application/json",
      '[["EmployeeID","Effective_Date"],["B-',
    );
    assert.deepEqual((await complete(id)).dataTransferResultDetails, []);
  });

  test("JSON batches that are no rows, too many or for another header are refused", async () => {
    const id = await start();
    const send = (text: string, query = "sourceId=Employee") => sendRows(id, query, text);
    const head = '["EmployeeID","Effective_Date"]';
    refused(await send("{}"), 400, "REQUEST_INVALID", /no array of rows/);
    refused(await send("[]"), 400, "REQUEST_INVALID", /no header row/);
    refused(await send(`[${head}`), 400, "REQUEST_INVALID", /ends before its array/);
    refused(await send(`[${head},["a"]]`), 400, "REQUEST_INVALID", /1 cell in row 1, but 2/);
    refused(await send(`[${head},["a",[1]]]`), 400, "REQUEST_INVALID", /no text, number, true, false or null in row 1/);
    refused(await send(`[${head},["a",01]]`), 400, "REQUEST_INVALID", /in row 1/);
    refused(await send('[["employeeid","Effective_Date"]]'), 400, "REQUEST_INVALID", /write EmployeeID/);
    refused(await send(`[${head}]`, "sourceId=Nothing"), 404, "SOURCE_UNKNOWN", /"Nothing"/);
    refused(await send(`[${head}${',["a","b"]'.repeat(300_001)}]`), 400, "REQUEST_INVALID", /more than 300,000 rows/);
    refused(await send(`[${head},["${"x".repeat(10 * 1024 * 1024)}","b"]]`), 413, "BODY_TOO_LARGE", /10 MB/);
    assert.equal((await send(`[${head}]`, "")).status, 200, "the header fits one source");
    refused(await send('[["EmployeeID","Effective_Date","Gender"]]'), 400, "REQUEST_INVALID", /another header row/);
  });

  test("of JSON batches at the same time with different headers only those of one header are kept", async () => {
    const id = await start();
    const headers = ['"EmployeeID","Effective_Date"', '"Effective_Date","EmployeeID"'];
    const answers = await Promise.all([...headers, ...headers].map((head) => sendRows(id, "", `[[${head}]]`)));
    const kept = answers.filter(({ status }) => status === 200);
    const refusedOnes = answers.filter(({ status }) => status !== 200);
    assert.deepEqual([kept.length, refusedOnes.length], [2, 2]);
    for (const answer of refusedOnes) {
      refused(answer, 400, "REQUEST_INVALID", /another header row/);
    }
  });

  test("files go to the source that is named, or whose pattern their name matches", async () => {
    const id = await start();
    const csv = `${header}\nF-1,2025-05-01,1\nF-2,2025-05-01,2\n`;
    const named = (await sendFile(id, "sourceId=Employee&sequence=01", csv, "people.csv")).json() as unknown as Batch;
    assert.deepEqual(
      [named.sequence, named.tenants[0]?.sources[0]?.rows, named.tenants[0]?.sources[0]?.dataSize],
      [1, "2", String(csv.length)],
    );
    const exits = "Event_Date,Employee\n2025-06-01,F-1\n";
    const matched = (await sendFile(id, "", exits, "EMPLOYEE_EXIT 2025.csv")).json() as unknown as Batch;
    assert.deepEqual([matched.sequence, matched.tenants[0]?.sources[0]?.sourceId], [2, "Employee_Exit"]);
    refused(
      await sendFile(id, "", csv, "people.csv"),
      400,
      "FILE_INVALID",
      /people.csv matches the file names of no source/,
    );
    refused(await sendFile(id, "sequence=x", csv, "employee.csv"), 400, "REQUEST_INVALID", /whole number/);
    const { dataReceivingJobId: job } = await complete(id, true);
    assert.equal((await textsOf(job)).length, 2);
    assert.equal((await test_.service.platform.jobs.find(["WFF_demo"], job))?.message, "2 files with 3 rows received.");
  });

  test("a ZIP of an administrating tenant has a folder for each of its tenants", async () => {
    const id = await start();
    const zip = new Uint8Array(
      await zipOf({
        "WFF_demo/employee.csv": `${header}\nZ-1,2025-05-01,1\n`,
        [`${child}/employee.csv`]: `${header}\nZ-2,2025-05-01,1\nZ-3,2025-05-01,1\n`,
        [`${child}/notes.csv`]: "a\n",
      }),
    );
    const batch = (await sendFile(id, "", zip, "batch.zip")).json() as unknown as Batch;
    assert.deepEqual(
      [batch.status, batch.tenants.map(({ tenantCode, status }) => [tenantCode, status])],
      [
        "PARTIAL",
        [
          ["WFF_demo", "SUCCESS"],
          [child, "PARTIAL"],
        ],
      ],
    );
    const { dataReceivingJobId: job } = await complete(id);
    const { jobs } = test_.service.platform;
    const children = await jobs.children(job, "receiving", ["WFF_demo", child], { limit: 10, start: 0 });
    assert.deepEqual(
      children.map(({ tenant }) => tenant),
      ["WFF_demo", child],
    );
    for (const one of children) {
      const ended = await test_.service.platform.jobRunner.ended(one.id, AbortSignal.timeout(10_000));
      assert.equal(ended.state, "succeeded", ended.message);
    }
    assert.match((await textsOf(children[1]?.id ?? "", child))[0] ?? "", /Z-2/);
  });

  test("a batch that is stored while its session is completed is in the job, also the first one of a tenant", async () => {
    const id = await start();
    const csv = (key: string) => `${header}\n${key},2025-05-01,1\n`;
    await sendFile(id, "", csv("L-1"), "employee.csv");
    beforeTransaction(async () => {
      assert.equal((await sendFile(id, "", csv("L-2"), "employee.csv")).status, 200);
      assert.equal((await sendFile(id, `tenantCode=${child}`, csv("L-3"), "employee.csv")).status, 200);
    });
    const { dataReceivingJobId: job, dataTransferResultDetails: details } = await complete(id);
    assert.deepEqual(
      (details as { tenantCode: string; rows: string }[]).map(({ tenantCode, rows }) => [tenantCode, rows]),
      [
        ["WFF_demo", "2"],
        [child, "1"],
      ],
    );
    const { jobs } = test_.service.platform;
    const tenants = ["WFF_demo", child];
    const texts: string[] = [];
    for (const { id: receiving, tenant } of await jobs.children(job, "receiving", tenants, { limit: 10, start: 0 })) {
      await intake.ended(receiving);
      texts.push(...(await textsOf(receiving, tenant)));
    }
    assert.deepEqual(texts.sort(), ["L-1", "L-2", "L-3"].map(csv));
  });

  test("a session keeps nothing of a batch that is stored while it is cancelled, and is not cancelled once complete", async () => {
    const [id, before] = [await start(), await intake.countFiles()];
    const cancel = (session: string) => test_.call("PUT", `${base}/${session}/cancel`);
    beforeTransaction(() => sendFile(id, "", `${header}\nC-2,2025-05-01,1\n`, "employee.csv"));
    const answer = (await cancel(id)).json<{ dataTransferResultDetails: { rows: string }[] }>();
    assert.deepEqual([answer.dataTransferResultDetails[0]?.rows, await intake.countFiles()], ["1", before]);
    const completed = await start();
    beforeTransaction(() => complete(completed));
    refused(await cancel(completed), 409, "SESSION_CLOSED", /has ended/);
  });

  test("a ZIP that is unsafe or for foreign tenants is refused and leaves nothing", async () => {
    const id = await start();
    const send = async (entries: Readonly<Record<string, string>>) =>
      sendFile(id, "", new Uint8Array(await zipOf(entries)), "batch.zip");
    refused(await send({ "WFF_other/employee.csv": `${header}\n` }), 404, "TENANT_UNKNOWN", /WFF_other/);
    refused(await send({ "folder/employee.csv": `${header}\n` }), 400, "FILE_INVALID", /folder of a tenant/);
    refused(await send({ "WFF_demo/inner/employee.csv": `${header}\n` }), 400, "FILE_INVALID", /folder of a tenant/);
    refused(await send({ "employee.csv": `${header}\n${"0".repeat(20 << 20)}` }), 400, "FILE_INVALID", /200 times/);
    refused(await sendFile(id, "", "no zip", "batch.zip"), 400, "FILE_INVALID", /cannot be read as a ZIP/);
    assert.deepEqual((await complete(id)).dataTransferResultDetails, []);
  });

  test("a cancelled session keeps nothing, and an ended one takes nothing", async () => {
    const id = await start();
    await sendFile(id, "", `${header}\nC-1,2025-05-01,1\n`, "employee.csv");
    const cancel = () => test_.call("PUT", `${base}/${id}/cancel`);
    const answer = (await cancel()).json<{ status: string; dataTransferResultDetails: { rows: string }[] }>();
    assert.deepEqual([answer.status, answer.dataTransferResultDetails[0]?.rows], ["CANCELLED", "1"]);
    assert.equal((await cancel()).json().status, "CANCELLED");
    refused(await sendRows(id, "", '[["EmployeeID","Effective_Date"]]'), 409, "SESSION_CLOSED", /has ended/);
    refused(await sendFile(id, "", `${header}\n`, "employee.csv"), 409, "SESSION_CLOSED", /has ended/);
    const json = { transferSessionId: id };
    refused(await test_.call("POST", "/v1/op/jobs/receiving-jobs", { json }), 409, "SESSION_CLOSED", /has ended/);
    refused(await test_.call("PUT", `${base}/nothing/cancel`), 404, "SESSION_UNKNOWN", /"nothing"/);
  });

  suite("what was uploaded", () => {
    const exclude = (way: string, ...uploads: unknown[]) =>
      test_.call("PUT", `/v1/op/data/uploads/${way}`, { json: { uploads }, headers: { TargetTenantID: child } });
    const headers = { TargetTenantID: child };
    let job: string;
    suiteSetup(async () => {
      const status = await intake.load({ Employee: `${header}\nU-1,2025-05-01,1\n` }, child);
      assert.equal(status.status, "PROCESSED", JSON.stringify(status));
      job = String(status.jobId);
    });
    const files = async () =>
      (await test_.call("GET", `/v1alpha/op/data/uploaded-files?uploadJobId=${job}`, { headers })).json<{
        files: {
          identifier: string;
          fileName: string;
          included: boolean;
          rows: number;
          uploadTime: string;
          kind: string;
        }[];
      }>().files;

    test("is listed by tenant, newest first, and file by file", async () => {
      const { tenants } = (await test_.call("GET", "/v1/op/data/uploads?numberOfDataUploads=2")).json<{
        tenants: { tenantCode: string; uploads: { uploadTime: string; included: boolean }[] }[];
      }>();
      assert.deepEqual(
        tenants.map(({ tenantCode, uploads }) => [tenantCode, uploads.length]),
        [
          ["WFF_demo", 2],
          [child, 2],
        ],
      );
      assert.deepEqual((await test_.call("GET", "/v1/op/data/uploads?tenantCode=17")).json().tenants, []);
      const [file] = await files();
      assert.deepEqual([file?.fileName, file?.rows, file?.included, file?.kind], ["employee.csv", 1, true, "data"]);
    });

    test("is excluded and included by file, and says when it takes effect", async () => {
      const [file] = await files();
      const fileIdentifiers = [file?.identifier];
      const answer = (await exclude("exclude", { fileIdentifiers })).json<Record<string, unknown>>();
      assert.deepEqual([answer.totalSuccess, answer.totalFailures], [1, 0]);
      assert.match(JSON.stringify(answer.uploads), /takes effect with the next processing job/);
      assert.equal((await files())[0]?.included, false);
      const uploads = await test_.service.platform.uploads.list([child], job);
      assert.deepEqual(
        uploads.map(({ isIncluded }) => isIncluded),
        [false],
      );
      await exclude("include", { uploadTimes: [file?.uploadTime], fileNameRegex: "^employee" });
      assert.equal((await files())[0]?.included, true);
      const none = (await exclude("exclude", { fileIdentifiers: ["nothing"] })).json<Record<string, unknown>>();
      assert.deepEqual([none.totalSuccess, none.totalFailures], [0, 1]);
      refused(await exclude("exclude", {}), 400, "REQUEST_INVALID", /names nothing/);
      for (const fileNameRegex of ["(", "^(a+)+$", `^${"a?".repeat(50)}${"a".repeat(50)}$`]) {
        const answer = await exclude("exclude", { fileIdentifiers }, { fileNameRegex });
        refused(answer, 400, "REQUEST_INVALID", /body uploads fileNameRegex/);
      }
      assert.equal((await files())[0]?.included, true, "the selectors before a refused one have no effect");
    });

    test("is downloaded as a ZIP of originals", async () => {
      const [file] = await files();
      const one = await test_.call("GET", `/v1alpha/op/data/source-files/${file?.identifier}`);
      assert.deepEqual([one.status, one.headers["content-type"]], [200, "application/zip"]);
      assert.match(one.text, /^PK.*employee\.csv/s);
      refused(await test_.call("GET", "/v1alpha/op/data/source-files/nothing"), 404, "FILE_UNKNOWN", /"nothing"/);
      const many = (json: unknown) => test_.call("GET", "/v1alpha/op/data/source-files", { json, headers });
      assert.match((await many({ sources: ["Employee"] })).text, /employee-2\.csv/);
      assert.deepEqual((await many({ sources: ["Requisition"] })).json(), {
        status: "SUCCEED",
        messages: "No source files match.",
      });
      refused(await many({}), 400, "REQUEST_INVALID", /downloadAll/);
    });
  });
});

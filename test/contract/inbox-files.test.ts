import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as openpgp from "openpgp";
import { beforeNextCall, holdNextCall } from "../support/before-next-call.ts";
import { differenceFromFiles } from "../support/evaluated-version.ts";
import type { ReceivedFile } from "../support/evaluator/processing/received.ts";
import { eventually } from "../support/eventually.ts";
import { InboxCaller } from "../support/inbox-caller.ts";
import { IntakeCaller } from "../support/intake-caller.ts";
import { startTestService, type TestAnswer, type TestService } from "../support/running-service.ts";
import { zipOf } from "../support/zip-of.ts";

const header = "EmployeeID,Effective_Date,Base_Salary";

/** Workbooks, and files that lie in the folder of a tenant. */
suite("a data load of the embedded service", function () {
  this.timeout(60_000);
  let test_: TestService;
  let inbox: InboxCaller;
  setup(async () => {
    test_ = await startTestService();
    inbox = new InboxCaller(test_);
  });
  teardown(() => test_.dispose());

  const refused = (answer: TestAnswer, status: number, code: string, message: RegExp) => {
    assert.deepEqual([answer.status, answer.json().code], [status, code], answer.text);
    assert.match(String(answer.json().message), message);
  };

  test("of workbooks takes their first sheets, encrypted ones too, as the evaluator takes their rows", async () => {
    const book = (name: string) => readFile(join("test/fixtures/workbooks", name));
    await inbox.upload("employee.xlsx", new Uint8Array(await book("people.xlsx")));
    assert.equal((await inbox.load(["employee.xlsx"], false)).message, "1 file with 3 rows received.");
    const file: ReceivedFile = {
      schema: "Employee",
      columns: ["EmployeeID", "Effective_Date", "Full_Name", "Base_Salary", "Start_Date", "isManager", "Function"],
      rows: [
        {
          EmployeeID: "WB-1",
          Effective_Date: Date.UTC(2025, 4, 1),
          Full_Name: 'Grace "Amazing" Hopper, Rear Admiral',
          Base_Salary: 91250.5,
          Start_Date: Date.UTC(1960, 1, 29),
          isManager: true,
          Function: "Moon_Landing",
        },
        {
          EmployeeID: "WB-2",
          Effective_Date: Date.UTC(2025, 5, 1, 8, 30, 15),
          Full_Name: "Małgorzata\nZieliński 数",
          Base_Salary: 70000,
          isManager: false,
        },
        { EmployeeID: "WB-1", Effective_Date: Date.UTC(2025, 5, 1, 8, 30, 15), Base_Salary: 0.1 },
      ],
    };
    const { platform } = test_.service;
    assert.equal(await differenceFromFiles(platform, "WFF_demo", [file]), undefined);
    const { publicKey } = (await test_.call("POST", "/v1/api/pgp-keys", { json: {} })).json<{ publicKey: string }>();
    const encrypted = (await openpgp.encrypt({
      message: await openpgp.createMessage({ binary: await book("people.xls") }),
      encryptionKeys: await openpgp.readKey({ armoredKey: publicKey }),
      date: new Date(test_.clock.now()),
      format: "binary",
    })) as Uint8Array<ArrayBuffer>;
    await inbox.upload("employee.xls.pgp", encrypted);
    await platform.uploads.setIncluded("WFF_demo", {}, false, () => true);
    assert.equal((await inbox.load(["employee.xls.pgp"], false)).message, "1 file with 3 rows received.");
    assert.equal(await differenceFromFiles(platform, "WFF_demo", [file]), undefined);
  });

  test("of a ZIP takes the first sheets of its workbooks, also those for other tenants", async () => {
    const book = await readFile("test/fixtures/workbooks/people.xlsx");
    await inbox.upload(
      "all.zip",
      new Uint8Array(
        await zipOf({
          "employee-1.xlsx": book,
          "employee-2.csv": `${header}\nZ-1,2025-05-01,1\n`,
          "WFF_demo~north/employee.XLSX": book,
        }),
      ),
    );
    const job = await inbox.load(["all.zip"], false);
    assert.equal(job.message, "2 files with 4 rows received.");
    const north = await eventually(async () => {
      const files = await test_.service.platform.uploads.files("WFF_demo~north");
      return files.length > 0 ? files : undefined;
    });
    assert.deepEqual(
      north.map(({ file }) => [file.name, file.rows]),
      [["employee.csv", 3]],
    );
    await inbox.upload(
      "bad.zip",
      new Uint8Array(await zipOf({ "employee.xlsx": "PK", "employee-2.csv": `${header}\n` })),
    );
    assert.match(
      (await inbox.load(["bad.zip"])).message ?? "",
      /^employee\.xlsx in bad\.zip was not used.*cannot be read as a ZIP/,
    );
  });

  test("of a workbook says which row breaks a rule, and refuses one without a header that fits", async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const bookOf = async (...rows: readonly (readonly string[])[]) => {
      const sheet = rows.map((cells, index) => `<row r="${index * 2 + 1}">${cells.map(cell).join("")}</row>`).join("");
      return new Uint8Array(
        await zipOf({
          "xl/workbook.xml": '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
          "xl/_rels/workbook.xml.rels":
            '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="/xl/worksheets/s.xml"/></Relationships>',
          "xl/worksheets/s.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
        }),
      );
    };
    const failsWith = async (bytes: Uint8Array<ArrayBuffer>, message: RegExp) => {
      await inbox.upload("employee.xlsx", bytes);
      const job = await inbox.load(["employee.xlsx"]);
      assert.equal(job.state, "failed");
      assert.match(job.message ?? "", message);
    };
    const columns = header.split(",");
    await failsWith(
      await bookOf(columns, ["A", "2025-05-01", "1"], ["B", "May", "1"]),
      /line 5.*Effective_Date is no date/,
    );
    await failsWith(await bookOf(["employeeid", "Effective_Date"]), /employeeid.*write EmployeeID/);
    await failsWith(await bookOf(columns, ["A", "2025-05-01", "1", "beyond"]), /line 3.*4 values.*3 columns/);
  });

  test("takes what lies in the tenant's folder, replaces an upload of its name, and leaves nothing there", async () => {
    const folder = join(test_.dataFolder, "inbox", "WFF_demo");
    await inbox.upload("employee-both.csv", `${header}\nOLD,2025-05-01,1\n`);
    await writeFile(join(folder, "employee-both.csv"), `${header}\nNEW-A,2025-05-01,1\nNEW-B,2025-05-01,1\n`);
    await writeFile(join(folder, "employee-late.csv.part"), "not yet");
    const job = await inbox.load(["employee-both.csv"]);
    assert.deepEqual([job.state, job.message], ["succeeded", "1 file with 2 rows received."]);
    assert.deepEqual(await readdir(folder), ["employee-late.csv.part"]);
    await rm(join(folder, "employee-late.csv.part"));
  });

  test("of all files has those of the folder, which stay in the inbox if the load fails", async () => {
    const folder = join(test_.dataFolder, "inbox", "WFF_demo");
    await writeFile(join(folder, "employee-1.csv"), `${header}\nNEW-C,2025-05-01,1\n`);
    await writeFile(join(folder, "employee-2.csv"), `${header}\nNEW-D,no date,1\n`);
    const failed_ = await inbox.load([]);
    assert.equal(failed_.state, "failed");
    assert.match(failed_.message ?? "", /employee-2.csv.*Effective_Date is no date/);
    await writeFile(join(folder, "employee-2.csv"), `${header}\nNEW-D,2025-05-01,1\n`);
    assert.equal((await inbox.load([])).message, "2 files with 2 rows received.");
  });

  test("takes each file of the folder once if two start at the same time, and loses none", async () => {
    const folder = join(test_.dataFolder, "inbox", "WFF_demo");
    for (let number = 1; number <= 20; number++) {
      await writeFile(join(folder, `employee-${number}.csv`), `${header}\nNEW-${number},2025-05-01,1\n`);
    }
    const start = () => test_.call("POST", "/v1/op/data/startload", { json: { model: { skipDataLoad: true } } });
    const { reached, release } = holdNextCall(test_.service.platform.database, "transaction");
    const first = start();
    await reached;
    const second = start();
    // Time in which the second one would take the files that the first one is about to take.
    await Promise.race([second, wait(300)]);
    release();
    const answers = await Promise.all([first, second]);
    const messages: (string | undefined)[] = [];
    for (const answer of answers) {
      assert.equal(answer.status, 200, answer.text);
      const { jobId } = answer.json<{ jobId: string }>();
      await new IntakeCaller(test_).ended(jobId);
      messages.push((await test_.service.platform.jobs.find(["WFF_demo"], jobId))?.message);
    }
    assert.deepEqual(messages.toSorted(), [
      "20 files with 20 rows received.",
      "employee-1.csv is not in the inbox any more; another job has loaded it.",
    ]);
    assert.deepEqual(await readdir(folder), []);
  });

  test("leaves a file in the folder if it cannot be stored, or if another replaces it meanwhile", async () => {
    const { database } = test_.service.platform;
    const folder = join(test_.dataFolder, "inbox", "WFF_demo");
    const text = `${header}\nNEW-E,2025-05-01,1\n`;
    await writeFile(join(folder, "employee.csv"), text);
    const start = () => test_.call("POST", "/v1/op/data/startload", { json: { model: { skipDataLoad: true } } });
    const before = await new IntakeCaller(test_).countFiles();
    beforeNextCall(database, "transaction", () => Promise.reject(new Error("The database is full.")));
    assert.equal((await start()).status, 500);
    assert.equal(await readFile(join(folder, "employee.csv"), "utf8"), text);
    assert.equal(await new IntakeCaller(test_).countFiles(), before);
    beforeNextCall(database, "transaction", async () => {
      assert.deepEqual(await readdir(folder), ["employee.csv"]);
      await rm(join(folder, "employee.csv"));
      await writeFile(join(folder, "employee.csv"), `${text}NEW-F,2025-05-01,1\n`);
    });
    const answer = await start();
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(await readdir(folder), ["employee.csv"]);
    await new IntakeCaller(test_).ended(answer.json<{ jobId: string }>().jobId);
    assert.equal((await inbox.load([])).message, "1 file with 2 rows received.");
    assert.deepEqual(await readdir(folder), []);
  });

  test("reads a file that is replaced meanwhile, removes it then, and keeps the other one", async () => {
    const { intakeFiles } = test_.service.platform;
    const folder = join(test_.dataFolder, "intake");
    await inbox.upload("employee-1.csv", `${header}\nNEW-G,2025-05-01,1\n`);
    await inbox.upload("employee-2.csv", `${header}\nNEW-H,2025-05-01,1\n`);
    const sent = await readdir(folder, { recursive: true });
    const { reached, release } = holdNextCall(intakeFiles, "write");
    const loaded = inbox.load(["employee-1.csv", "employee-2.csv"]);
    await reached;
    await inbox.upload("employee-2.csv", `${header}\nNEW-I,2025-05-01,1\nNEW-J,2025-05-01,1\n`);
    release();
    assert.equal((await loaded).message, "2 files with 2 rows received.");
    await eventually(async () => {
      const left = await readdir(folder, { recursive: true });
      const paths = sent.filter((path) => path.includes(sep) && left.includes(path));
      return paths.length === 0 ? true : undefined;
    });
    assert.equal((await inbox.load([])).message, "1 file with 2 rows received.");
  });

  test("refuses what is no data file in the folder, and follows no link out of it", async () => {
    const folder = join(test_.dataFolder, "inbox", "WFF_demo");
    const outside = join(test_.dataFolder, "credentials.json");
    const refusedFor = async (name: string, message: RegExp) => {
      refused(await inbox.start({ files: [name] }), 400, "FILE_INVALID", message);
      refused(await inbox.start({}), 400, "FILE_INVALID", message);
      await rm(join(folder, name), { recursive: true });
    };
    await symlink(outside, join(folder, "employee.csv"));
    await refusedFor("employee.csv", /employee.csv. is a link, which a load does not follow/);
    await mkdir(join(folder, "employee.csv"));
    await refusedFor("employee.csv", /is no file; put data files directly into the folder/);
    await writeFile(join(folder, "employee.txt"), "");
    await refusedFor("employee.txt", /A data file is a ZIP, CSV, XLS or XLSX file by its name/);
    refused(await inbox.start({ files: ["../WFF_demo~north/employee.csv"] }), 404, "FILE_UNKNOWN", /has no file/);
    await rm(folder, { recursive: true });
    await symlink(join(test_.dataFolder, "intake"), folder);
    refused(await inbox.start({}), 400, "FILE_INVALID", /inbox\/WFF_demo is a link to another folder/);
    await rm(folder);
  });
});

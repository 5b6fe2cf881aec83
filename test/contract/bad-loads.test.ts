import assert from "node:assert/strict";
import { IntakeCaller } from "../support/intake-caller.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { zipOf } from "../support/zip-of.ts";

const header = "EmployeeID,Effective_Date";
const lines = (...rows: readonly string[]) => `${rows.join("\n")}\n`;

/** What people get wrong in files, and what the service says to it. Nothing of such a load is kept. */
suite("a load with bad input", function () {
  this.timeout(60_000);
  let test_: TestService;
  let intake: IntakeCaller;
  suiteSetup(async () => {
    test_ = await startTestService();
    intake = new IntakeCaller(test_);
  });
  suiteTeardown(() => test_.dispose());

  const kept = async () => ({
    versions: (await test_.service.platform.dataVersions.kept("WFF_demo")).length,
    files: (await test_.service.platform.uploads.files("WFF_demo")).filter(({ file }) => file.kind === "data").length,
  });

  suite("fails with file, line, column and rule", () => {
    for (const [what, object, text, message] of [
      [
        "a mandatory value that is missing",
        "Employee",
        lines(header, "E-1,2025-05-01", ",2025-05-01"),
        /line 3, EmployeeID has no value, and needs one/,
      ],
      ["a bad date", "Employee", lines(header, "E-1,2025-02-30"), /line 2, Effective_Date is no date of yyyy-MM-dd/],
      [
        "a begin at the end of time",
        "Employee",
        lines(`${header},End_Date`, "E-1,2025-05-01,9999-12-31", "E-2,9999-12-31,"),
        /^load\.csv line 3, Effective_Date is not before the year 9999\.$/,
      ],
      [
        "an event at the end of time",
        "Pay_Change",
        lines("Event_Date,Employee", "9999-01-01,EMP-1"),
        /line 2, Event_Date is not before the year 9999/,
      ],
      [
        "a number with a comma",
        "Employee",
        lines(`${header},Base_Salary`, 'E-1,2025-05-01,"1,5"'),
        /line 2, Base_Salary is no number/,
      ],
      [
        "an unknown member of a closed list",
        "Employee",
        lines(`${header},Work_Model`, "E-1,2025-05-01,Moon"),
        /line 2, Work_Model is no member of Work_Model, whose list is closed/,
      ],
      [
        "an end before the begin",
        "Employee",
        lines(`${header},End_Date`, "E-1,2025-05-01,2025-04-30"),
        /line 2, End_Date is not after Effective_Date/,
      ],
      [
        "ends that overlap",
        "Employee",
        lines(`${header},End_Date`, "E-1,2025-05-01,2025-12-01", "E-1,2025-06-01,2025-11-01"),
        /line 2, End_Date lies after the Effective_Date of the next row/,
      ],
      [
        "a reference to nobody",
        "Employee",
        lines(`${header},Direct_Manager`, "E-1,2025-05-01,Nobody"),
        /line 2, Direct_Manager refers to no Employee that is loaded/,
      ],
      [
        "two parents",
        "Organization_Hierarchy",
        lines("Member,Parent", "MOON,COMPANY", "MOON,TECH"),
        /line 3, Parent is another parent than the member has in a row before/,
      ],
      [
        "a circle in a hierarchy",
        "Organization_Hierarchy",
        lines("Member,Parent", "MOON,MARS", "MARS,MOON"),
        /line 2, Parent makes the member its own ancestor/,
      ],
      [
        "a parent that is not there",
        "Organization_Hierarchy",
        lines("Member,Parent", "MOON,NOWHERE"),
        /line 2, Parent is no member of Organization_Hierarchy/,
      ],
      [
        "a quote that is not closed",
        "Employee",
        lines(`${header},Full_Name`, 'E-1,2025-05-01,"Ada'),
        /line 2 begins a row with a quote that is not closed; close it/,
      ],
    ] as const) {
      test(what, async () => {
        const before = await kept();
        const id = await intake.start();
        const sent = await intake.upload(
          id,
          object,
          typeof text === "string" ? text : new Uint8Array(text),
          "load.csv",
        );
        assert.equal(sent.status, 200, sent.text);
        const { status, message: said } = await intake.commit(id);
        assert.equal(status, "FAILED");
        assert.match(String(said), message);
        assert.match(String(said), /^load\.csv/);
        assert.deepEqual(await kept(), before);
      });
    }
  });

  suite("is refused before it is kept", () => {
    for (const [what, text, message] of [
      [
        "a header in another case",
        lines("employeeid,Effective_Date"),
        /has the column "employeeid", which Employee does not take; write EmployeeID/,
      ],
      [
        "a header without a mandatory column",
        lines("EmployeeID"),
        /has no column Effective_Date, which Employee needs/,
      ],
      [
        "a byte that is Latin-1",
        Buffer.from(lines(`${header},Full_Name`, "E-1,2025-05-01,Zo\xeb"), "latin1"),
        /line 2 begins a row that is not UTF-8; save the file as UTF-8/,
      ],
      ["mixed line ends", `${header}\nE-1,2025-05-01\r\nE-2,2025-05-01\n`, /line 2 begins a row that ends with CR LF/],
      ["UTF-16", Buffer.from(`\ufeff${lines(header)}`, "utf16le"), /is in UTF-16; save the file as UTF-8/],
    ] as const) {
      test(what, async () => {
        const id = await intake.start();
        const answer = await intake.upload(id, "Employee", typeof text === "string" ? text : new Uint8Array(text));
        assert.deepEqual([answer.status, answer.json().code], [400, "FILE_INVALID"], answer.text);
        assert.match(String(answer.json().message), message);
        assert.equal((await intake.commit(id)).status, "PROCESSED", "nothing of it is in the transaction");
      });
    }
  });

  test("is none with a byte order mark, CR LF, quotes and a cell of 5 MB", async () => {
    const name = `"${"x".repeat(5_000_000)}"`;
    const status = await intake.load({
      Employee: `\ufeff${header},Full_Name\r\n"E-1","2025-05-01",${name}\r\nE-2,2025-05-01,"a ""b"", c"\r\n`,
    });
    assert.equal(status.status, "PROCESSED", JSON.stringify(status));
    const query =
      'SELECT EmployeeID, Full_Name FROM Employee WHERE Service_Time BETWEEN date("2025-06-01") AND date("2025-06-02") AND EmployeeID IN ("E-1", "E-2")';
    const { rows } = (await test_.call("POST", "/v1/data/query/sql", { json: { query } })).json<{
      rows: Record<string, string>[];
    }>();
    assert.deepEqual(
      rows.map((row) => Object.values(row).map((value) => (value.length > 100 ? value.length : value))),
      [
        ["E-1", 5_000_000],
        ["E-2", 'a "b", c'],
      ],
    );
  });

  suite("of a ZIP that is unsafe is refused as a whole", () => {
    const good = { "employee.csv": lines(header, "Z-1,2025-05-01") };
    const send = async (zip: Buffer) => {
      const { transferSessionId: id } = (await test_.call("POST", "/v1/op/data-transfer-sessions")).json<{
        transferSessionId: string;
      }>();
      const path = `/v1/op/data-transfer-sessions/${id}/upload`;
      return intake.sendFile("PUT", path, new Uint8Array(zip), "batch.zip");
    };
    for (const [what, make, status, message] of [
      [
        "../",
        async () => renamed(await zipOf({ ...good, "aa/employee.csv": "" }), "aa/employee.csv", "../employee.csv"),
        400,
        /must not leave its folder/,
      ],
      [
        "an absolute path",
        async () => renamed(await zipOf({ ...good, "aa/employee.csv": "" }), "aa/employee.csv", "//aemployee.csv"),
        400,
        /must not be an absolute path/,
      ],
      ["a million entries", async () => withEntryCount(await zipOf(good), 1_000_000), 400, /more than 20000 entries/],
      [
        "a bomb",
        () => zipOf({ "employee.csv": `${header}\n${"0".repeat(20 << 20)}` }),
        400,
        /200 times its compressed size/,
      ],
      ["encryption", async () => encryptedFlags(await zipOf(good)), 400, /must not be encrypted/],
      [
        "a ZIP inside",
        async () => zipOf({ "employee.zip": (await zipOf(good)).toString("latin1") }),
        400,
        /employee.zip matches the file names of no source/,
      ],
      [
        "a folder of a tenant that is not the caller's",
        () => zipOf({ ...good, "WFF_other/employee.csv": lines(header) }),
        404,
        /WFF_demo manages no tenant "WFF_other"/,
      ],
      ["a cut end", async () => (await zipOf(good)).subarray(0, -10), 400, /cannot be read as a ZIP file/],
    ] as const) {
      test(what, async () => {
        const before = await kept();
        const answer = await send(await make());
        assert.equal(answer.status, status, answer.text);
        assert.match(String(answer.json().message), message);
        assert.deepEqual(await kept(), before);
      });
    }
  });
});

/** Gives an entry another name of the same length. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  assert.equal(from.length, to.length);
  return Buffer.from(zip.toString("latin1").replaceAll(from, to), "latin1");
}

/** Sets the flag of encryption in each header. */
function encryptedFlags(zip: Buffer): Buffer {
  const copy = Buffer.from(zip);
  for (const [mark, offset] of [
    ["PK\x03\x04", 6],
    ["PK\x01\x02", 8],
  ] as const) {
    for (let at = copy.indexOf(mark, 0, "latin1"); at >= 0; at = copy.indexOf(mark, at + 4, "latin1")) {
      copy.writeUInt16LE(copy.readUInt16LE(at + offset) | 1, at + offset);
    }
  }
  return copy;
}

/** Says another number of entries in the end of the archive, which then has its form for large archives (APPNOTE 4.3.14). */
function withEntryCount(zip: Buffer, entries: number): Buffer {
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const large = Buffer.alloc(56);
  large.write("PK\x06\x06", "latin1");
  large.writeBigUInt64LE(44n, 4);
  large.writeBigUInt64LE(BigInt(entries), 24);
  large.writeBigUInt64LE(BigInt(entries), 32);
  large.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 12)), 40);
  large.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 16)), 48);
  const locator = Buffer.alloc(20);
  locator.write("PK\x06\x07", "latin1");
  locator.writeBigUInt64LE(BigInt(end), 8);
  locator.writeUInt32LE(1, 16);
  const last = Buffer.from(zip.subarray(end));
  last.writeUInt16LE(0xffff, 8);
  last.writeUInt16LE(0xffff, 10);
  last.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([zip.subarray(0, end), large, locator, last]);
}

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { describeProblems } from "../../../../src/service/intake/load-problem.ts";
import type { ReceivedFile } from "../../../../src/service/intake/receive-file.ts";
import { receivedRowsSql } from "../../../../src/service/model/received-rows.ts";
import { sampleModel } from "../../../../src/service/sample/sample-model.ts";
import { FileReceiver, header, lines } from "./file-receiver.ts";

suite("receiving a load file", () => {
  let files: FileReceiver;
  suiteSetup(async () => {
    files = await FileReceiver.open(sampleModel);
  });
  suiteTeardown(() => files.close());

  const rowsOf = async ({ parquet }: ReceivedFile) =>
    files.connection.rows(`SELECT * FROM ${receivedRowsSql([parquet])} ORDER BY "$line"`);

  suite("rows", () => {
    test("have the types of the load schema, the line of the file, and NULL for an empty cell", async () => {
      const file = await files.received(
        "Employee",
        lines(
          `${header},End_Date,Base_Salary,isManager,Full_Name`,
          "E1,2025-01-05,2025-02-01T10:11:12,1234.5,TRUE,Zoë",
          'E2,2025-01-05T00:00:00Z,,,,""',
        ),
      );
      const rows = await files.connection.rows(
        `SELECT "EmployeeID", "Effective_Date"::VARCHAR AS begins, "End_Date"::VARCHAR AS ends, "Base_Salary", "isManager", "Full_Name", "$line"
         FROM ${receivedRowsSql([file.parquet])} ORDER BY "$line"`,
      );
      assert.deepEqual(rows, [
        {
          EmployeeID: "E1",
          begins: "2025-01-05 00:00:00",
          ends: "2025-02-01 10:11:12",
          Base_Salary: 1234.5,
          isManager: true,
          Full_Name: "Zoë",
          $line: 2n,
        },
        {
          EmployeeID: "E2",
          begins: "2025-01-05 00:00:00",
          ends: null,
          Base_Salary: null,
          isManager: null,
          Full_Name: null,
          $line: 3n,
        },
      ]);
      assert.deepEqual(
        [file.rows, file.bytes, file.columns.map(({ name }) => name).join()],
        [2, 148, "EmployeeID,Effective_Date,End_Date,Base_Salary,isManager,Full_Name"],
      );
      assert.match(file.sha256, /^[0-9a-f]{64}$/);
    });

    for (const [name, text] of Object.entries({
      "a byte order mark": `\uFEFF${header}\nE1,2025-01-05\n`,
      "CR LF": `${header}\r\nE1,2025-01-05\r\n`,
      "no line end after the last row": `${header}\nE1,2025-01-05`,
    })) {
      test(`are read with ${name}`, async () => {
        const file = await files.received("Employee", text);
        assert.deepEqual(
          (await rowsOf(file)).map((row) => [row.EmployeeID, row.$line]),
          [["E1", 2n]],
        );
      });
    }

    test("have their own line where cells have line breaks and lines are empty", async () => {
      const file = await files.received(
        "Employee",
        lines(
          "",
          `${header},Full_Name`,
          'E1,2025-01-05,"A\nB ""C"""',
          "",
          "E2,2025-01-05,D",
          "E3,2025-01-05,E",
          "",
          "E4,2025-01-05,F",
        ),
      );
      assert.deepEqual(
        (await rowsOf(file)).map((row) => [row.EmployeeID, row.Full_Name, row.$line]),
        [
          ["E1", 'A\nB "C"', 3n],
          ["E2", "D", 6n],
          ["E3", "E", 7n],
          ["E4", "F", 9n],
        ],
      );
    });

    test("may have a cell of 5 MB", async () => {
      const file = await files.received(
        "Employee",
        lines(`${header},Full_Name`, `E1,2025-01-05,${"x".repeat(5 << 20)}`, "E2,2025-01-05,y"),
      );
      assert.deepEqual(
        (await rowsOf(file)).map((row) => String(row.Full_Name).length),
        [5 << 20, 1],
      );
    });

    test("are none in an empty file and below a header alone", async () => {
      for (const text of ["", "\n\n", lines(header)]) {
        const file = await files.received("Employee", text);
        assert.equal(file.rows, 0);
        assert.ok(existsSync(file.parquet));
        assert.deepEqual(await rowsOf(file), []);
      }
    });
  });

  suite("a header", () => {
    const problem = async (text: string) => (await files.refused("Employee", text))[0]?.rule ?? "";

    test("that differs in case is refused with the name to write", async () => {
      assert.equal(
        await problem("employeeid,Effective_Date\n"),
        'has the column "employeeid", which Employee does not take; write EmployeeID',
      );
      assert.match(await problem("EmployeeID,Effective Date\n"), /write Effective_Date$/);
    });
    test("with an unknown, a repeated, an unnamed or without a mandatory column is refused", async () => {
      assert.match(await problem(`${header},Shoe_Size\n`), /^has the column "Shoe_Size", .* it takes EmployeeID, /);
      assert.equal(await problem(`${header},EmployeeID\n`), "has the column EmployeeID twice");
      assert.equal(await problem(`${header},\n`), "has no name for column 3; name it, or remove it");
      assert.equal(await problem("EmployeeID\n"), "has no column Effective_Date, which Employee needs");
    });
    test("has no calculated columns", async () => {
      assert.match(await problem(`${header},Age\n`), /^has the column "Age", which Employee does not take/);
      assert.match(await problem(`${header},Tenure_Range\n`), /^has the column "Tenure_Range"/);
    });
  });

  suite("a file that is not CSV in UTF-8", () => {
    const first = async (bytes: string | Buffer) => {
      const [problem] = await files.refused("Employee", bytes);
      return `${problem?.line}: ${problem?.rule}`;
    };
    test("is refused with its line", async () => {
      assert.equal(
        await first(Buffer.from(lines(`${header},Full_Name`, "E1,2025-01-05,A", "E2,2025-01-05,Zo\xeb"), "latin1")),
        "3: begins a row that is not UTF-8; save the file as UTF-8",
      );
      assert.equal(
        await first(lines(`${header},Full_Name`, 'E1,2025-01-05,"A')),
        "2: begins a row with a quote that is not closed; close it",
      );
      assert.match(
        await first(lines(`${header},Full_Name`, 'E1,2025-01-05,"A"B')),
        /^2: begins a row in which text follows a closing quote/,
      );
      assert.match(
        await first(`${header}\nE1,2025-01-05\r\nE2,2025-01-05\n`),
        /^2: begins a row that ends with CR LF, and the rows before it end with LF/,
      );
    });
    for (const [name, bytes] of [
      ["UTF-16", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines(header), "utf16le")])],
      ["UTF-16 without a mark", Buffer.from(lines(header), "utf16le")],
    ] as const) {
      test(`is refused as ${name}`, async () => {
        assert.equal(await first(bytes), "1: is in UTF-16; save the file as UTF-8");
      });
    }
    test("is refused as a spreadsheet", async () => {
      assert.match(await first(Buffer.from([0x50, 0x4b, 3, 4, 0])), /ZIP archive or spreadsheet; save the file as CSV/);
    });
    test("is refused for each row with another number of values", async () => {
      const problems = await files.refused("Employee", lines(header, "E1", "E2,2025-01-05", "E3,2025-01-05,x"));
      assert.deepEqual(
        problems.map(({ line, rule }) => [line, rule]),
        [
          [2, "begins a row with 1 value, but the header names 2 columns"],
          [4, "begins a row with 3 values, but the header names 2 columns"],
        ],
      );
    });
  });

  suite("a value", () => {
    const problemsOf = async (text: string, schema = "Employee") =>
      (await files.refused(schema, text)).map(({ line, column, rule, value }) => [line, column, rule, value]);
    const dateRule = "is no date of yyyy-MM-dd or yyyy-MM-dd'T'HH:mm:ss or yyyy-MM-dd'T'HH:mm:ss'Z'";

    test("that is mandatory may not be missing", async () => {
      assert.deepEqual(await problemsOf(lines(header, ",2025-01-05", 'E2,""', " ,2025-01-05")), [
        [2, "EmployeeID", "has no value, and needs one", undefined],
        [3, "Effective_Date", "has no value, and needs one", ""],
        [4, "EmployeeID", "has no value, and needs one", " "],
      ]);
    });
    test("that is a date has one of the notations and exists", async () => {
      assert.deepEqual(
        await problemsOf(
          lines(
            header,
            ...["05.01.2025", "2025-1-5", "2025-02-30", "2025-01-05 10:00:00", "2025-01-05"].map(
              (date) => `E1,${date}`,
            ),
          ),
        ),
        [
          [2, "Effective_Date", dateRule, "05.01.2025"],
          [3, "Effective_Date", dateRule, "2025-1-5"],
          [4, "Effective_Date", dateRule, "2025-02-30"],
          [5, "Effective_Date", dateRule, "2025-01-05 10:00:00"],
        ],
      );
    });
    test("that is a number, true or false is written as one", async () => {
      const found = await problemsOf(
        lines(
          `${header},Base_Salary,isManager`,
          'E1,2025-01-05,"1,5",yes',
          "E1,2025-01-05,1_000,true",
          "E1,2025-01-05,NaN,false",
        ),
      );
      assert.deepEqual(
        found.map(([line, column, , value]) => [line, column, value]),
        [
          [2, "Base_Salary", "1,5"],
          [2, "isManager", "yes"],
          [3, "Base_Salary", "1_000"],
          [4, "Base_Salary", "NaN"],
        ],
      );
    });
    test("that ends a row comes after its begin", async () => {
      assert.deepEqual(
        await problemsOf(
          lines(
            `${header},End_Date`,
            "E1,2025-01-05,2025-01-05",
            "E2,2025-01-05,2025-01-04",
            "E3,2025-01-05,2025-01-06",
          ),
        ),
        [
          [2, "End_Date", "is not after Effective_Date", "2025-01-05"],
          [3, "End_Date", "is not after Effective_Date", "2025-01-04"],
        ],
      );
    });
    test("is never in a message, and three problems are named", async () => {
      const outcome = await files.receive(
        "Employee",
        lines(header, ..."abcde".split("").map((letter) => `E1,SECRET-${letter}`)),
        "employee.csv",
      );
      assert.ok(outcome.kind === "refused");
      assert.equal(
        describeProblems(outcome.problems),
        `employee.csv line 2, Effective_Date ${dateRule}; employee.csv line 3, Effective_Date ${dateRule}; employee.csv line 4, Effective_Date ${dateRule}; 2 more.`,
      );
    });
    test("has its line also behind line breaks in cells", async () => {
      assert.deepEqual(
        (await problemsOf(lines(`${header},Full_Name`, 'E1,2025-01-05,"A\nB"', "", "E2,nonsense,C"))).map(
          ([line]) => line,
        ),
        [5],
      );
    });
    test("of a hierarchy has no dot", async () => {
      assert.deepEqual(
        (await problemsOf(lines("Member,Parent", "A.B,COMPANY"), "Organization_Hierarchy")).map(([line, column]) => [
          line,
          column,
        ]),
        [[2, "Member"]],
      );
    });
  });

  test("counts all problems and lists the first ones", async () => {
    const outcome = await files.receive("Employee", `${header}\n${"E1,x\n".repeat(12_000)}`);
    assert.ok(outcome.kind === "refused");
    assert.deepEqual([outcome.problems.total, outcome.problems.listed.length], [12_000, 10_000]);
  });
});

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LoadCheckColumn } from "../../../../src/protocol/load-check.ts";
import { checkLoadFile } from "../../../../src/results/load-check/check-load-file.ts";

const formats = ["yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm:ss'Z'"];

function column(name: string, dataType: string, isMandatory = false): LoadCheckColumn {
  return { name, dataType, isMandatory, formats: dataType === "TIMESTAMP" ? formats : [] };
}

const schema = [
  column("EmployeeID", "VARCHAR", true),
  column("Effective_Date", "TIMESTAMP", true),
  column("End_Date", "TIMESTAMP"),
  column("Pay", "DOUBLE"),
  column("Badge", "BIGINT"),
  column("Manager", "BOOLEAN"),
];

describe("checking the rows of a file before it is sent", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "load-check-"));
  });
  after(() => rm(folder, { recursive: true }));

  const check = async (text: string | Uint8Array, columns: readonly LoadCheckColumn[] = schema) => {
    const file = path.join(folder, "employee.csv");
    await writeFile(file, text);
    return await checkLoadFile(file, columns, new AbortController().signal);
  };

  it("finds nothing in rows that fit, with a byte order mark, other line ends, quotes and empty lines", async () => {
    const rows = [
      "EmployeeID,Effective_Date,End_Date,Pay,Badge,Manager",
      "E1,2026-01-31,,-1.5e3,9203817354237048492,true",
      "",
      '"E\r\n2",2026-02-28T23:59:59Z,2026-03-01,,,FALSE',
    ];
    assert.deepEqual(await check(`\uFEFF${rows.join("\r\n")}\r\n`), { rows: 2, total: 0, listed: [] });
  });

  it("names line, column and rule of each cell that does not fit, and never the value", async () => {
    const rows = [
      "EmployeeID,Effective_Date,Pay,Badge,Manager",
      '"E\n1",2026-02-30,"1,5",1.5,yes',
      " ,2026-1-5,NaN,9223372036854775808,1",
    ];
    const { total, listed } = await check(rows.join("\n"));
    const date = `is no date of ${formats.join(" or ")}`;
    const whole = "is no whole number from -9223372036854775808 to 9223372036854775807";
    const decimal = "is no number with a point before its fraction, such as 1234.5";
    assert.equal(total, 9);
    assert.deepEqual(listed, [
      { line: 2, column: "Effective_Date", rule: date },
      { line: 2, column: "Pay", rule: decimal },
      { line: 2, column: "Badge", rule: whole },
      { line: 2, column: "Manager", rule: "is neither true nor false" },
      { line: 4, column: "EmployeeID", rule: "has no value, and needs one" },
      { line: 4, column: "Effective_Date", rule: date },
      { line: 4, column: "Pay", rule: decimal },
      { line: 4, column: "Badge", rule: whole },
      { line: 4, column: "Manager", rule: "is neither true nor false" },
    ]);
  });

  it("finds rows of another width, ends that are not after their begin, and text that is no CSV", async () => {
    const rows = ["EmployeeID,Effective_Date,End_Date", "E1,2026-01-01", "E2,2026-01-02,2026-01-02", 'E3,"2026-01-03'];
    assert.deepEqual(await check(rows.join("\n")), {
      rows: 2,
      total: 3,
      listed: [
        { line: 2, rule: "begins a row with 2 values, but the header names 3 columns" },
        { line: 3, column: "End_Date", rule: "is not after Effective_Date" },
        { line: 4, rule: "begins a row with a quote that is not closed: close it" },
      ],
    });
  });

  it("does not judge a column of another type, of an unknown date notation, or that the schema does not have", async () => {
    const columns = [column("A", "PATH"), { ...column("B", "DATE"), formats: ["dd.MMM.yy"] }];
    assert.deepEqual(await check("A,B,C\nx,1.Mai.26,y\n", columns), { rows: 1, total: 0, listed: [] });
  });

  it("lists the first thousand problems and counts all", async () => {
    const { rows, total, listed } = await check(`EmployeeID,Pay\n${"E1,x\n".repeat(1500)}`);
    assert.deepEqual([rows, total, listed.length, listed.at(-1)?.line], [1500, 1500, 1000, 1001]);
  });

  it("says of a file that is not there that it cannot be read, and ends when it is cancelled", async () => {
    const { signal } = new AbortController();
    await assert.rejects(checkLoadFile(path.join(folder, "no.csv"), schema, signal), /"no.csv" cannot be read/);
    await assert.rejects(checkLoadFile(path.join(folder, "no.csv"), schema, AbortSignal.abort()), {
      name: "AbortError",
    });
  });
});

import assert from "node:assert/strict";
import { checkLoad } from "../../../../src/service/intake/check-load.ts";
import type { ReceivedFile } from "../../../../src/service/intake/receive-file.ts";
import type { TenantModel } from "../../../../src/service/model/tenant-model.ts";
import { loadSample } from "../../../../src/service/sample/load-sample.ts";
import { sampleModel } from "../../../../src/service/sample/sample-model.ts";
import { FileReceiver, header, lines } from "./file-receiver.ts";

/** Employee.Mentors, a multi-value reference, which the sample's model lacks. */
function withMentors(model: TenantModel): TenantModel {
  const mentors = { id: "Mentors", displayName: "Mentors", target: "Employee", isMultiValue: true };
  return {
    ...model,
    objects: model.objects.map((object) =>
      object.id === "Employee" ? { ...object, references: [...object.references, mentors] } : object,
    ),
  };
}

suite("a load", () => {
  const model = withMentors(sampleModel);
  let files: FileReceiver;
  let people: readonly string[];

  suiteSetup(async function () {
    this.timeout(60_000);
    files = await FileReceiver.open(model);
    await loadSample(files.connection, { people: 20, seed: 1 });
    const rows = await files.connection.rows('SELECT DISTINCT "EmployeeID" AS id FROM "Employee" ORDER BY id');
    people = rows.map(({ id }) => String(id));
  });
  suiteTeardown(() => files.close());

  const check = (received: readonly ReceivedFile[], earlier: ReadonlyMap<string, string[]> = new Map()) =>
    checkLoad(files.connection, received, { model, earlier });
  const checked = async (...received: ReceivedFile[]) => (await check(received)).listed;

  test("may not name members that a closed list does not have", async () => {
    const file = await files.received(
      "Employee",
      lines(`${header},Gender`, "E1,2025-01-05,Female", "E2,2025-01-05,female"),
    );
    assert.deepEqual(await checked(file), [
      {
        file: "rows.csv",
        line: 3,
        column: "Gender",
        rule: "is no member of Gender, whose list is closed",
        value: "female",
      },
    ]);
  });

  test("adds members to open lists by whole paths only", async () => {
    const file = await files.received(
      "Employee",
      lines(
        `${header},Location`,
        "E1,2025-01-05,EMEA.Portugal.Porto",
        "E2,2025-01-05,EMEA.Portugal",
        "E3,2025-01-05,EMEA",
      ),
    );
    assert.deepEqual(
      (await checked(file)).map(({ line, rule }) => [line, rule]),
      [[3, "is no known member of Location, and a new one needs its path as Region.Country.City"]],
    );
    const [empty] = await files.refused("Employee", lines(`${header},Location`, "E1,2025-01-05,EMEA..Porto"));
    assert.match(empty?.rule ?? "", /^is no member path/);
  });

  test("refers to members that are there or in the same load", async () => {
    const employees = await files.received(
      "Employee",
      lines(
        `${header},Direct_Manager`,
        `NEW-1,2025-01-05,${people[0]}`,
        "NEW-2,2025-01-05,NEW-1",
        "NEW-3,2025-01-05,NOBODY",
      ),
      "employee.csv",
    );
    const exits = await files.received(
      "Employee_Exit",
      lines("Employee,Event_Date", "NEW-2,2025-06-01", "NOBODY,2025-06-01"),
      "exit.csv",
    );
    assert.deepEqual(
      (await checked(employees, exits)).map(({ file, line, column, rule }) => [file, line, column, rule]),
      [
        ["employee.csv", 4, "Direct_Manager", "refers to no Employee that is loaded"],
        ["exit.csv", 3, "Employee", "refers to no Employee that is loaded"],
      ],
    );
    const earlier = new Map([["Employee", [employees.parquet]]]);
    assert.equal((await check([exits], earlier)).total, 1);
  });

  test("of a multi-value reference refers to members on both sides", async () => {
    const file = await files.received(
      "Employee--Mentors",
      lines(
        `${header},Mentors`,
        `${people[0]},2025-01-05,${people[1]}`,
        `NOBODY,2025-01-05,${people[1]}`,
        `${people[0]},2025-01-05,NOBODY`,
        `${people[0]},2025-02-05,`,
      ),
    );
    assert.deepEqual(
      (await checked(file)).map(({ line, column }) => [line, column]),
      [
        [3, "EmployeeID"],
        [4, "Mentors"],
      ],
    );
  });

  test("has no spans of a member that end at different instants and overlap", async () => {
    const file = await files.received(
      "Employee",
      lines(
        `${header},End_Date`,
        "E1,2025-01-01,2025-06-30",
        "E1,2025-03-01,2025-09-30",
        "E2,2025-01-01,2025-06-30",
        "E2,2025-03-01,2025-06-30",
        "E3,2025-01-01,2025-03-01",
        "E3,2025-03-01,",
      ),
    );
    assert.deepEqual(
      (await checked(file)).map(({ line, column }) => [line, column]),
      [[2, "End_Date"]],
    );
  });

  suite("of a hierarchy", () => {
    const hierarchy = async (...rows: string[]) =>
      (await checked(await files.received("Organization_Hierarchy", lines("Member,Parent", ...rows)))).map(
        ({ line, rule }) => [line, rule],
      );

    test("adds and moves members", async () => {
      assert.deepEqual(await hierarchy("LABS,TECH", "LABS-1,LABS", "ENGINEERING,LABS", "SECOND,"), []);
    });

    test("has one parent for each member", async () => {
      assert.deepEqual(await hierarchy("LABS,TECH", "LABS,OPS", "LABS,TECH"), [
        [3, "is another parent than the member has in a row before"],
      ]);
    });

    test("has parents that are there", async () => {
      assert.deepEqual(await hierarchy("LABS,NOWHERE"), [[2, "is no member of Organization_Hierarchy"]]);
    });

    test("has no cycle, also with members that are there", async () => {
      const rule = "makes the member its own ancestor";
      assert.deepEqual(await hierarchy("A,B", "B,A", "C,A"), [
        [2, rule],
        [3, rule],
      ]);
      assert.deepEqual(await hierarchy("TECH,ENGINEERING"), [[2, rule]]);
      assert.deepEqual(await hierarchy("A,A"), [[2, rule]]);
    });

    test("is no deeper than its levels", async () => {
      assert.deepEqual(await hierarchy("D1,TECH", "D2,D1", "D3,D2", "D4,D3", "D5,D4"), [
        [5, "puts the member deeper than the 5 levels of Organization_Hierarchy"],
        [6, "puts the member deeper than the 5 levels of Organization_Hierarchy"],
      ]);
    });
  });
});

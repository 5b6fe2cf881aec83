import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type {
  ModelEntry,
  ModelSearch,
  ModelSearchResult,
} from "../../../../../src/languages/core/model/model-requests.ts";
import type { AnalyticObject, NamedModelItem } from "../../../../../src/languages/core/model/model-source.ts";
import { findColumnTypes } from "../../../../../src/languages/sql-like/binding/column-types.ts";
import { appendixObjects } from "../../../../support/appendix-model.ts";

interface Example {
  readonly id: string;
  readonly text: string;
  readonly kind: "aggregate" | "list";
  readonly columns: readonly { readonly name: string }[];
}

const examples: readonly Example[] = JSON.parse(readFileSync("test/fixtures/sql-like/examples.json", "utf8"));

const range = 'WHERE Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")';
const periods = 'WHERE Service_Time IN periods(date("2024-01-01"), 12, period(1, Month))';

/** The searches of the model that the examples are about, answered as a service does: by name, and with more than was asked. */
function searchOf(objects: readonly AnalyticObject[]) {
  const searches: ModelSearch[] = [];
  const search = async (asked: ModelSearch): Promise<ModelSearchResult> => {
    searches.push(asked);
    const isWanted = ({ id }: NamedModelItem) =>
      asked.names?.some((name) => id.toLowerCase().includes(name.toLowerCase()));
    const entries = objects.flatMap((object) => partsOf(object, asked.kind)).filter(isWanted);
    return { entries, isComplete: true };
  };
  return { searches, search };
}

function partsOf(object: AnalyticObject, kind: ModelSearch["kind"]): ModelEntry[] {
  switch (kind) {
    case "analyticObject":
      return [{ ...object }];
    case "property":
      return object.properties.map((property) => ({ ...property, object: object.id, dataType: property.type }));
    case "dimension":
      return object.dimensions.map(({ id, displayName }) => ({ id, displayName, object: object.id }));
    case "concept":
      return object.concepts.map((concept) => ({ ...concept, object: object.id }));
    default:
      return [];
  }
}

async function typesOf(text: string, objects = appendixObjects) {
  const { search, searches } = searchOf(objects);
  return { types: await findColumnTypes(text, { timeColumn: "Service_Time", search }), searches };
}

describe("the types of a query's columns", () => {
  it("are those of the model for each kind of column in a list", async () => {
    const { types } = await typesOf(
      `SELECT EmployeeID, Age, Start_Date, isManager, Function, level(Location, "Location_0") AS Region, Service_Time FROM Employee ${range}`,
    );
    assert.deepEqual(types, {
      EmployeeID: "text",
      Age: "number",
      Start_Date: "date",
      isManager: "boolean",
      Function: "text",
      Region: "text",
      Service_Time: "date",
    });
  });

  it("stand under the label, else under the path as it is written", async () => {
    const { types } = await typesOf(
      `SELECT Employee.Age AS "How old", Position.Title, Direct_Manager.Direct_Manager.Start_Date FROM Employee ${range}`,
    );
    assert.deepEqual(types, {
      "How old": "number",
      "Position.Title": "text",
      "Direct_Manager.Direct_Manager.Start_Date": "date",
    });
  });

  it("are told by the text alone in an aggregate, the time axis that was not selected included", async () => {
    const { types, searches } = await typesOf(
      `SELECT employeeCount(), averageSalary() AS Pay, level(Location, "Location_0"), level(Location, "Location_1"), Gender FROM Employee ${periods}`,
    );
    assert.deepEqual(types, {
      employeeCount: "number",
      Pay: "number",
      "Location.Location_0": "text",
      "Location.Location_1": "text",
      Gender: "text",
      DateInRange: "date",
      TimeInInterval: "date",
    });
    assert.deepEqual(searches, []);
  });

  it("leave a label alone that is called like the time axis", async () => {
    const { types } = await typesOf(`SELECT employeeCount() AS DateInRange FROM Employee ${periods}`);
    assert.deepEqual(types, { DateInRange: "number", TimeInInterval: "date" });
  });

  it("are found with three searches for each object that the paths reach", async () => {
    const { searches } = await typesOf(
      `SELECT EmployeeID, Age, Position.Title, Position.PositionID FROM Employee ${range}`,
    );
    assert.deepEqual(searches.map(({ kind, object, names }) => `${kind} ${object ?? ""} ${names}`).toSorted(), [
      "analyticObject  Employee",
      "concept Employee EmployeeID,Age",
      "concept Position Title,PositionID",
      "dimension Employee EmployeeID,Age",
      "dimension Position Title,PositionID",
      "property Employee EmployeeID,Age",
      "property Position Title,PositionID",
    ]);
  });

  it("leave out what the model does not know", async () => {
    const { types } = await typesOf(`SELECT Age, Shoe_Size, Nowhere.Age AS Lost, X FROM Employee ${range}`);
    assert.deepEqual(types, { Age: "number" });
  });

  it("leave out a property whose data type is a word of its own", async () => {
    const search = async ({ kind }: ModelSearch): Promise<ModelSearchResult> => ({
      entries: kind === "property" ? [{ id: "Age", displayName: "Age", object: "Employee", dataType: "DURATION" }] : [],
      isComplete: true,
    });
    assert.deepEqual(
      await findColumnTypes(`SELECT Age FROM Employee ${range}`, { timeColumn: "Service_Time", search }),
      {},
    );
  });

  it("leave out a dimension while a property of its name may be there that the search did not give", async () => {
    const search = async ({ kind }: ModelSearch): Promise<ModelSearchResult> => ({
      entries: kind === "dimension" ? [{ id: "Age", displayName: "Age", object: "Employee" }] : [],
      isComplete: kind !== "property",
    });
    assert.deepEqual(
      await findColumnTypes(`SELECT Age FROM Employee ${range}`, { timeColumn: "Service_Time", search }),
      {},
    );
  });

  it("leave out a name that stands for two things", async () => {
    const { types } = await typesOf(`SELECT Age AS Value, Full_Name AS Value, Gender FROM Employee ${range}`);
    assert.deepEqual(types, { Gender: "text" });
  });

  it("take a label for what it is, whatever it is called", async () => {
    const { types } = await typesOf(`SELECT Age AS "__proto__" FROM Employee ${range}`);
    assert.deepEqual(Object.entries(types), [["__proto__", "number"]]);
  });

  it("are not told of a text that is no single right query", async () => {
    for (const text of [
      "",
      "Age",
      "SELECT",
      "SELECT Age",
      "SELECT Age FROM",
      `SELECT Age FROM a.b ${range}`,
      "SELECT (",
      "SELECT Age FROM Employee; SELECT Age FROM Employee",
    ]) {
      assert.deepEqual((await typesOf(text)).types, {}, text);
    }
  });

  for (const { id, text, columns, kind } of examples) {
    it(`stand under the very names of the columns of ${id}`, async () => {
      const { types } = await typesOf(text);
      const axes = kind === "aggregate" ? ["DateInRange", "TimeInInterval"] : [];
      const names = columns.map(({ name }) => name);
      assert.deepEqual(
        Object.keys(types)
          .filter((name) => !axes.includes(name))
          .toSorted(),
        names.filter((name) => !axes.includes(name)).toSorted(),
      );
      assert.ok(names.every((name) => Object.hasOwn(types, name)));
    });
  }
});

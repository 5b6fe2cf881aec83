import assert from "node:assert/strict";
import {
  availableKinds,
  intakeFieldsOf,
  intakeKindsOf,
  isUploadFileName,
  missingOperations,
  objectsOfSources,
  sortSourcesByMatch,
} from "../../../../src/features/transfers/intake-kind-model.ts";

describe("the kinds of intake", () => {
  it("are those that take a file of the name", () => {
    assert.deepEqual(intakeKindsOf("Core_HR.CSV"), ["rows", "file", "object", "upload"]);
    assert.deepEqual(intakeKindsOf("people.ndjson"), ["rows"]);
    assert.deepEqual(intakeKindsOf("batch.zip"), ["tenantZip", "file", "upload"]);
    assert.deepEqual(intakeKindsOf("people.xlsx"), ["upload"]);
    assert.deepEqual(intakeKindsOf("people.csv.pgp"), ["upload"]);
    assert.deepEqual(intakeKindsOf("notes.txt"), []);
  });

  it("ask which one only where there are several, and then what each needs", () => {
    const none = new Set<string>();
    assert.deepEqual(intakeFieldsOf("rows", ["rows"], none), ["source", "tenantCode", "after"]);
    assert.deepEqual(intakeFieldsOf("tenantZip", ["tenantZip", "file"], none), ["kind", "source", "after"]);
    const ofObject = ["kind", "objectName", "transaction", "commit"];
    assert.deepEqual(intakeFieldsOf("object", ["rows", "object"], none), ofObject);
    assert.deepEqual(intakeFieldsOf("upload", ["upload"], none), ["filename", "load"]);
    assert.deepEqual(intakeFieldsOf("upload", ["upload"], new Set(["startDataLoad"])), ["filename"]);
  });

  it("are left out where the service lacks an operation that they cannot do without", () => {
    assert.deepEqual(availableKinds(new Set()), ["rows", "file", "tenantZip", "object", "upload"]);
    assert.deepEqual(availableKinds(new Set(["listSources"])), ["object", "upload"]);
    assert.deepEqual(availableKinds(new Set(["transferJsonBatch", "getLoadSchema"]), ["rows", "file", "object"]), [
      "file",
    ]);
    // What only takes back what was sent.
    assert.deepEqual(availableKinds(new Set(["cancelTransferSession"]), ["rows"]), ["rows"]);
    assert.deepEqual(
      missingOperations(new Set(["uploadDataFile", "listSources", "askQuestion"]), ["rows", "file", "upload"]),
      ["listSources", "uploadDataFile"],
    );
  });

  it("upload names of four kinds, plain or encrypted", () => {
    assert.ok(isUploadFileName("a.zip") && isUploadFileName("a.xls.gpg"));
    assert.ok(!isUploadFileName(".csv") && !isUploadFileName("a.pgp") && !isUploadFileName("a.csv.exe"));
  });

  it("offer first the sources whose file-name pattern fits, whatever dialect the other patterns are of", () => {
    const source = (id: string, fileNameRegex: string) => ({
      id,
      name: id,
      objectName: "",
      columnCount: 0,
      fileNameRegex,
    });
    const sorted = sortSourcesByMatch(
      [source("a", "(?i)^core"), source("b", ""), source("c", "^core.*\\.csv$")],
      "core.csv",
    );
    assert.deepEqual(
      sorted.map(({ id }) => id),
      ["c", "a", "b"],
    );
  });

  it("offer each object once, first the one whose own files have such a name, in any letter case", () => {
    const source = (objectName: string, columnCount: number) => ({
      id: objectName.toLowerCase(),
      name: "",
      objectName,
      columnCount,
      fileNameRegex: `^${objectName.toLowerCase()}([-_ ].*)?\\.csv$`,
    });
    const sources = [source("Position", 4), source("Employee", 9), source("Employee_Exit", 3), source("Position", 4)];
    const filename = "Employee_Exit 2026.csv";
    assert.deepEqual(objectsOfSources(sortSourcesByMatch(sources, filename), filename), [
      { name: "Employee_Exit", columnCount: 3, isMatching: true },
      { name: "Employee", columnCount: 9, isMatching: true },
      { name: "Position", columnCount: 4, isMatching: false },
    ]);
  });
});

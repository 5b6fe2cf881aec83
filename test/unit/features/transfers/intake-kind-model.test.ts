import assert from "node:assert/strict";
import {
  availableKinds,
  intakeFieldsOf,
  intakeKindsOf,
  isUploadFileName,
  missingOperations,
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
    assert.deepEqual(intakeFieldsOf("rows", ["rows"]), ["source", "tenantCode", "after"]);
    assert.deepEqual(intakeFieldsOf("tenantZip", ["tenantZip", "file"]), ["kind", "source", "after"]);
    assert.deepEqual(intakeFieldsOf("object", ["rows", "object"]), ["kind", "objectName", "transaction", "commit"]);
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
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { SqlJobRequest } from "../../../../src/contract/sql-job-schemas.ts";
import { StartSqlTransactionRequest } from "../../../../src/contract/sql-transactions.ts";
import { type JsonFileSchema, schemaAtPath } from "../../../../src/languages/core/json/form-schema.ts";
import { JobFile } from "../../../../src/languages/sql-job/job-file-schema.ts";

const committed = "media/sqljob.schema.json";

/** The paths of all fields of a schema; of a choice those of its objects. */
function pathsOf(schema: JsonFileSchema, path = ""): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    `${path}/${name}`,
    ...pathsOf(field, `${path}/${name}`),
  ]);
  const items = schema.items ? pathsOf(schema.items, `${path}[]`) : [];
  return [...own, ...items, ...(schema.anyOf ?? []).flatMap((choice) => pathsOf(choice, path))];
}

suite("The schema of SQL job files", () => {
  test("is offered for the files of that name", () => {
    const { contributes } = JSON.parse(readFileSync("package.json", "utf8"));
    const found = contributes.jsonValidation.find(({ fileMatch }: { fileMatch: unknown }) =>
      JSON.stringify(fileMatch).includes("*.sqljob.json"),
    );
    assert.equal(found.url, `./${committed}`);
  });

  test("has the fields of the contract's requests, and the file of a query beside them", () => {
    const job = schemaAtPath(JobFile, ["job"]);
    const transaction = schemaAtPath(JobFile, ["transaction"]);
    assert.ok(job && transaction);
    const own = pathsOf(job).filter((path) => path !== "/actions[]/query/query/file");
    assert.deepEqual(own.toSorted(), pathsOf(SqlJobRequest).toSorted());
    assert.deepEqual(pathsOf(transaction).toSorted(), pathsOf(StartSqlTransactionRequest).toSorted());
  });

  test("explains every field", () => {
    for (const path of pathsOf(JobFile)) {
      const steps = path
        .slice(1)
        .split("/")
        .flatMap((step) => (step.endsWith("[]") ? [step.slice(0, -2), 0] : [step]));
      assert.ok(schemaAtPath(JobFile, steps)?.description, path);
    }
  });
});

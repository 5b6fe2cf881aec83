import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { TableSource } from "../../../../src/contract/table-sources.ts";
import { type JsonFileSchema, schemaAtPath } from "../../../../src/languages/core/json/form-schema.ts";
import { columnTypeDescriptions, TableSourceFile } from "../../../../src/languages/table-source/table-source-schema.ts";
import { tableSourceColumnTypes as storedTypes } from "../../../../src/service/store/column-storage.ts";

const committed = "media/tablesource.schema.json";

/** The paths of all fields of a schema. */
function pathsOf(schema: JsonFileSchema, path = ""): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    `${path}/${name}`,
    ...pathsOf(field, `${path}/${name}`),
  ]);
  return [...own, ...(schema.items ? pathsOf(schema.items, `${path}[]`) : [])];
}

suite("The schema of definitions of table sources", () => {
  test("is offered for the files of that name", () => {
    const { contributes } = JSON.parse(readFileSync("package.json", "utf8"));
    const found = contributes.jsonValidation.find(
      ({ fileMatch }: { fileMatch: unknown }) => fileMatch === "*.tablesource.json",
    );
    assert.equal(found.url, `./${committed}`);
  });

  test("gives editors the words of the types, what starts a column, a view and a dependency, and no checks", () => {
    const text = readFileSync(committed, "utf8");
    const { defaultSnippets, properties } = JSON.parse(text);
    assert.equal(defaultSnippets.length, 2);
    assert.deepEqual(
      properties.columns.items.properties.dataType.defaultSnippets,
      Object.entries(columnTypeDescriptions).map(([label, description]) => ({ label, description, body: label })),
    );
    assert.equal(properties.columns.items.defaultSnippets.length, 1);
    assert.equal(properties.materializedView.defaultSnippets.length, 1);
    assert.equal(properties.materializedView.properties.dependencies.items.defaultSnippets.length, 1);
    assert.doesNotMatch(text, /"(enum|required|additionalProperties|minimum|maximum|minLength|minItems)"/);
  });

  test("has the fields of the contract, and the types that the service stores", () => {
    assert.deepEqual(pathsOf(TableSourceFile).toSorted(), pathsOf(TableSource).toSorted());
    assert.deepEqual(Object.keys(columnTypeDescriptions).toSorted(), storedTypes.toSorted());
  });

  test("explains every field", () => {
    for (const path of pathsOf(TableSourceFile)) {
      const steps = path
        .slice(1)
        .split("/")
        .flatMap((step) => (step.endsWith("[]") ? [step.slice(0, -2), 0] : [step]));
      assert.ok(schemaAtPath(TableSourceFile, steps)?.description, path);
    }
  });
});

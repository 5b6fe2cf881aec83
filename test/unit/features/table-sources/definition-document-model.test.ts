import assert from "node:assert/strict";
import {
  definitionPath,
  definitionText,
  newDefinition,
  readDefinitionPath,
  readDefinitionText,
  sqlNameFrom,
} from "../../../../src/features/table-sources/definition-document-model.ts";
import { columnsForTable } from "../../../../src/features/table-sources/file-columns-model.ts";

suite("the document of a definition", () => {
  test("is found again by its path, whatever is in its names", () => {
    for (const path of [
      { connectionId: "local", tenant: "WFF_demo~north", tableId: "1f0c", objectName: "site_badge" },
      { connectionId: "a/b", tenant: undefined, tableId: undefined, objectName: "new" },
    ]) {
      const text = definitionPath(path);
      assert.ok(text.endsWith(".tablesource.json"), text);
      assert.deepEqual(readDefinitionPath(text), path);
    }
  });

  test("is not found at other paths", () => {
    for (const path of [
      "",
      "/",
      "/local/t/x/name.json",
      "/local/t/x/more/name.tablesource.json",
      "/%/t/x/n.tablesource.json",
    ]) {
      assert.equal(readDefinitionPath(path), undefined, path);
    }
  });

  test("reads what it wrote, and refuses what is no object", () => {
    const definition = newDefinition("site_badge", [{ name: "key", dataType: "STRING" }]);
    assert.deepEqual(readDefinitionText(definitionText(definition)), definition);
    assert.equal(definition.basicInformation?.displayName, "Site badge");
    assert.throws(() => readDefinitionText("{,}"), /not JSON/);
    assert.throws(() => readDefinitionText("[]"), /one JSON object/);
  });
});

suite("names for a table", () => {
  test("are such as SQL can say", () => {
    assert.equal(sqlNameFrom("Badges 2026"), "Badges_2026");
    assert.equal(sqlNameFrom("Größe (m²)"), "Gro_e_m2");
    assert.equal(sqlNameFrom("2026"), "c_2026");
  });

  test("are given once each, and to columns without one", () => {
    const columns = ["Person Key", "person_key", "", "a"].map((name) => ({ name, dataType: "STRING" }));
    assert.deepEqual(
      columnsForTable(columns).map(({ name }) => name),
      ["Person_Key", "person_key_2", "c_2", "a"],
    );
  });
});

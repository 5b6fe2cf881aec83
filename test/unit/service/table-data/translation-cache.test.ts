import assert from "node:assert/strict";
import { TranslationCache } from "../../../../src/service/table-data/translation-cache.ts";

const scope = (type: string) => ({ tables: [{ name: "badge", columns: [{ name: "number", type }] }] });

suite("the translations of a job", () => {
  test("are made once for tenants that see the same, and anew where a column is another", () => {
    const translations = new TranslationCache();
    const text = "SELECT number FROM badge";
    const first = translations.translate(text, scope("int"));
    assert.equal(translations.translate(text, scope("int")), first);
    const other = translations.translate(text, scope("string"));
    assert.deepEqual(other.kind === "query" && other.columns, [{ name: "number", type: "string" }]);
    assert.notEqual(translations.translate("SELECT 1 FROM badge", scope("string")), other);
  });
});

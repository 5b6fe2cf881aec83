import assert from "node:assert/strict";
import { Type } from "typebox";
import { coerceParameters } from "../../../../src/service/server/request-reader.ts";

const properties = {
  limit: Type.Optional(Type.Integer({ default: 100 })),
  ratio: Type.Optional(Type.Number()),
  write: Type.Optional(Type.Boolean({ default: false })),
  with: Type.Optional(Type.Array(Type.String(), { default: ["Open"] })),
  name: Type.Optional(Type.String()),
};

suite("texts of a query", () => {
  test("become what the schema wants", () => {
    const texts = { limit: "5", ratio: "-1.5", write: "true", with: "Open", name: "7" };
    assert.deepEqual(coerceParameters(properties, texts), {
      limit: 5,
      ratio: -1.5,
      write: true,
      with: ["Open"],
      name: "7",
    });
  });

  test("get the defaults of what is left out", () => {
    assert.deepEqual(coerceParameters(properties, {}), { limit: 100, write: false, with: ["Open"] });
  });

  test("that are no number or boolean stay, for the check to name them", () => {
    const texts = { limit: "0x5", write: "yes", ratio: "" };
    assert.deepEqual(coerceParameters(properties, texts), { ...texts, with: ["Open"] });
  });

  test("that no schema knows stay", () => {
    assert.equal(coerceParameters(properties, { trace: "1" }).trace, "1");
  });

  test("never share a default", () => {
    const first = coerceParameters(properties, {});
    (first.with as string[]).push("Archived");
    assert.deepEqual(coerceParameters(properties, {}).with, ["Open"]);
  });
});

import assert from "node:assert/strict";
import { Type } from "typebox";
import { checkArguments } from "../../../../src/client/call/check-arguments.ts";
import { InvalidArgumentsError } from "../../../../src/client/interface/errors.ts";
import { defineOperation } from "../../../../src/contract/operation.ts";

const row = defineOperation({
  route: "POST /things",
  title: "Things",
  kind: "define",
  idempotent: false,
  body: {
    type: "application/json",
    schema: Type.Object({
      ids: Type.Optional(Type.Array(Type.String({ minLength: 2, maxLength: 5 }), { maxItems: 3 })),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 180 })),
      mode: Type.Optional(Type.Enum(["WEEK", "MONTH"])),
      kind: Type.Optional(Type.Literal("one")),
    }),
  },
  answers: {},
});

function messageOf(body: unknown): string {
  try {
    checkArguments("define", row, { body });
  } catch (error) {
    assert.ok(error instanceof InvalidArgumentsError);
    return error.message.replace("Not sent, because ", "");
  }
  return "nothing wrong";
}

suite("checks before sending", () => {
  test("a message names the field and its bound or what is allowed, never the value", () => {
    assert.equal(messageOf({ ids: ["aa", "bb", "cc", "dd"] }), "body.ids must not have more than 3 items.");
    assert.equal(messageOf({ ids: ["secret"] }), "body.ids[0] must not have more than 5 characters.");
    assert.equal(messageOf({ ids: ["s"] }), "body.ids[0] must not have fewer than 2 characters.");
    assert.equal(messageOf({ days: 181 }), "body.days must be <= 180.");
    assert.equal(messageOf({ days: 0 }), "body.days must be >= 1.");
    assert.equal(messageOf({ mode: "secret" }), "body.mode must be one of WEEK, MONTH.");
    assert.equal(messageOf({ kind: "secret" }), "body.kind must be one.");
  });

  test("what fits passes", () => {
    assert.equal(messageOf({ ids: ["aa"], days: 180, mode: "WEEK", kind: "one" }), "nothing wrong");
  });
});

import assert from "node:assert/strict";
import { toOriginalFailure } from "../../../../src/client/sql/dry-run.ts";

const origins = [
  { index: 0, linesBefore: 1 },
  { index: 1, linesBefore: 0 },
  { index: 1, linesBefore: 0 },
];

suite("Failure of a dry run", () => {
  test("names action and line of the file", () => {
    const { message, step } = toOriginalFailure("Action 1 (query): line 3, column 8: No such column.", { origins });
    assert.equal(message, "Action 1 (query): line 2, column 8: No such column.");
    assert.equal(step, 0);
  });

  test("names the action that others were made of", () => {
    const { message, step } = toOriginalFailure("Action 3 (upsert): The key is there twice.", { origins });
    assert.equal(message, "Action 2 (upsert): The key is there twice.");
    assert.equal(step, 1);
  });

  test("does not say that the transaction is open, which is rolled back", () => {
    const { message } = toOriginalFailure("Action 2 (query): It fails. The transaction is still open.", { origins });
    assert.equal(message, "Action 2 (query): It fails.");
  });

  test("leaves a message of another form as it is", () => {
    assert.deepEqual(toOriginalFailure("The worker ended.", { origins }), {
      message: "The worker ended.",
      step: undefined,
    });
    assert.deepEqual(toOriginalFailure("Action 9 failed.", { origins }), {
      message: "Action 9 failed.",
      step: undefined,
    });
  });
});

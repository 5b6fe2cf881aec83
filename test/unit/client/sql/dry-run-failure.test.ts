import assert from "node:assert/strict";
import { originalFailure } from "../../../../src/client/sql/dry-run.ts";

const origins = [
  { index: 0, linesBefore: 1 },
  { index: 1, linesBefore: 0 },
  { index: 1, linesBefore: 0 },
];

suite("Failure of a dry run", () => {
  test("names action and line of the file", () => {
    const { message, step } = originalFailure("Action 1 (query): line 3, column 8: No such column.", { origins });
    assert.equal(message, "Action 1 (query): line 2, column 8: No such column.");
    assert.equal(step, 0);
  });

  test("names the action that others were made of", () => {
    const { message, step } = originalFailure("Action 3 (upsert): The key is there twice.", { origins });
    assert.equal(message, "Action 2 (upsert): The key is there twice.");
    assert.equal(step, 1);
  });

  test("does not say that the transaction is open, which is rolled back", () => {
    const { message } = originalFailure("Action 2 (query): It fails. The transaction is still open.", { origins });
    assert.equal(message, "Action 2 (query): It fails.");
  });

  test("leaves a message of another form as it is", () => {
    assert.deepEqual(originalFailure("The worker ended.", { origins }), {
      message: "The worker ended.",
      step: undefined,
    });
    assert.deepEqual(originalFailure("Action 9 failed.", { origins }), {
      message: "Action 9 failed.",
      step: undefined,
    });
  });
});

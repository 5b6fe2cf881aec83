import assert from "node:assert/strict";
import { readInstant } from "../../../support/evaluator/instant.ts";
import {
  printDateTime,
  printInstantPosition,
  printIntervalPosition,
  printMember,
  printNumber,
} from "../../../support/evaluator/print.ts";

const modes = ["DEFAULT", "COMPACT", "DISPLAY", "MDX", "COMPACT_DISPLAY"] as const;

suite("The evaluator's printed values", () => {
  test("show an instant in every mode", () => {
    const instant = readInstant("2024-06-01");
    assert.deepEqual(
      modes.map((mode) => printInstantPosition(instant, 0, mode)),
      [
        "2024-06-01T00:00:00.000Z - [0]",
        "2024-06-01T00:00:00.000Z",
        "Jun 1, 2024",
        "[2024-06-01T00:00:00.000Z]",
        "2024-06-01T00:00:00.000Z Jun 1, 2024",
      ],
    );
  });

  test("show an interval in every mode", () => {
    const interval = { start: readInstant("2024-05-01"), end: readInstant("2024-06-01") };
    assert.deepEqual(
      modes.map((mode) => printIntervalPosition(interval, 12, mode)),
      [
        "2024-05-01T00:00:00.000Z/2024-06-01T00:00:00.000Z - [12]",
        "2024-06-01T00:00:00.000Z",
        "May 1, 2024 - May 31, 2024",
        "[2024-06-01T00:00:00.000Z]",
        "May 31, 2024",
      ],
    );
  });

  test("show a member in every mode", () => {
    const member = { path: ["EMEA", "Spain"], displayName: "España" };
    assert.deepEqual(
      modes.map((mode) => printMember(member, mode)),
      ["EMEA.Spain", "EMEA.Spain", "España", "[EMEA].[Spain]", "España"],
    );
  });

  test("show numbers without an exponent", () => {
    assert.deepEqual([12, 0.1, 1 / 3, 1e-6, -2.5].map(printNumber), [
      "12",
      "0.1",
      "0.3333333333333333",
      "0.000001",
      "-2.5",
    ]);
  });

  test("show date-times as epoch milliseconds or as text", () => {
    const instant = readInstant("2024-05-01T10:20:30.999");
    assert.equal(printDateTime(instant), "1714558830999");
    assert.equal(printDateTime(instant, "DATETIME"), "2024-05-01 10:20:30+00:00");
  });
});

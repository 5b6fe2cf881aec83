import assert from "node:assert/strict";
import {
  findWindow,
  isTimeZone,
  startOfMonthsBefore,
  WindowProblem,
  type WindowRequest,
} from "../../../../src/service/connectors/extraction-window.ts";

// A Thursday.
const now = Date.UTC(2026, 0, 15, 12);
const last = Date.UTC(2026, 0, 10, 6, 30);

function windowOf(request: WindowRequest, timeZone = "UTC") {
  const { from, to } = findWindow(request, last, now, timeZone);
  return [from === undefined ? undefined : new Date(from).toISOString(), new Date(to).toISOString()];
}

const end = "2026-01-15T12:00:00.000Z";

suite("the window of an extraction", () => {
  test("begins where the last one ended and ends now", () => {
    assert.deepEqual(windowOf({}), ["2026-01-10T06:30:00.000Z", end]);
    assert.deepEqual(findWindow({}, undefined, now, "UTC"), { from: undefined, to: now });
  });

  test("is what was asked for", () => {
    const from = Date.UTC(2025, 5, 1);
    const to = Date.UTC(2025, 6, 1);
    assert.deepEqual(windowOf({ from, to }), ["2025-06-01T00:00:00.000Z", "2025-07-01T00:00:00.000Z"]);
    assert.deepEqual(windowOf({ from, months: 1 }), ["2025-06-01T00:00:00.000Z", end]);
  });

  const days: readonly (readonly [WindowRequest, string])[] = [
    [{ weeks: 2 }, "2026-01-01"],
    [{ weeks: 2, weekDay: "FIRST_OF_WEEK" }, "2025-12-29"],
    [{ weeks: 2, weekDay: "LAST_OF_WEEK" }, "2026-01-04"],
    [{ weeks: 0, weekDay: "FIRST_OF_WEEK" }, "2026-01-12"],
    [{ months: 3 }, "2025-10-15"],
    [{ months: 3, monthDay: "FIRST_OF_MONTH" }, "2025-10-01"],
    [{ months: 3, monthDay: "LAST_OF_MONTH" }, "2025-10-31"],
    [{ months: 0, monthDay: "FIRST_OF_MONTH" }, "2026-01-01"],
    [{ months: 25 }, "2023-12-15"],
    // A month that is too short for the day.
    [{ months: 1, to: Date.UTC(2025, 2, 31, 9) }, "2025-02-28"],
  ];
  for (const [request, day] of days) {
    test(`begins on ${day} for ${JSON.stringify(request)}`, () => {
      assert.equal(windowOf(request)[0], `${day}T00:00:00.000Z`);
    });
  }

  test("has days of the time zone, also on the day that a clock is set forward", () => {
    assert.equal(
      windowOf({ months: 0, monthDay: "FIRST_OF_MONTH" }, "America/New_York")[0],
      "2026-01-01T05:00:00.000Z",
    );
    assert.equal(windowOf({ weeks: 0 }, "Pacific/Auckland")[0], "2026-01-15T11:00:00.000Z");
    // In this zone the day begins at one o'clock.
    assert.equal(
      new Date(startOfMonthsBefore(Date.UTC(2017, 10, 15, 12), 1, "America/Sao_Paulo")).toISOString(),
      "2017-10-15T03:00:00.000Z",
    );
  });

  const refused: readonly (readonly [WindowRequest, number | undefined, RegExp])[] = [
    [{ from: Date.UTC(2025, 5, 2), to: Date.UTC(2025, 5, 1) }, last, /begin at 2025-06-02T00:00:00Z and end before/],
    [{ to: now + 1 }, last, /in the future; leave out extractToTimeOverride/],
    [{ from: now + 1 }, last, /begin at 2026-01-15T12:00:00\.001Z, which is in the future/],
    [{}, now + 60_000, /the last one ended.*clock of this machine.*overrideLastExtractionTimestamp/],
    [{ to: last - 1 }, last, /end before/],
  ];
  for (const [request, before, message] of refused) {
    test(`is refused: ${message.source}`, () => {
      assert.throws(
        () => findWindow(request, before, now, "UTC"),
        (error) => error instanceof WindowProblem && message.test(error.message),
      );
    });
  }

  test("may be empty", () => {
    assert.deepEqual(windowOf({ from: now }), [end, end]);
  });

  test("knows time zones by name", () => {
    assert.ok(isTimeZone("Europe/Berlin"));
    assert.ok(!isTimeZone("Mars/Olympus"));
    assert.ok(!isTimeZone(""));
  });
});

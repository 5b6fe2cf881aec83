import assert from "node:assert/strict";
import {
  addState,
  parseTimestamp,
  storedStates,
  timestampOfState,
  timestampProblem,
  withOwnCommits,
} from "../../../../src/features/table-sources/table-states-model.ts";

const key = { connectionId: "local", tenant: "WFF_demo", tableId: "1f0c" };
const now = Date.parse("2026-01-15T12:00:00Z");
const metadata = (recordsUpdatedAt: string, recordCount = "1", transactionId = "t1") => ({
  recordsUpdatedAt,
  recordCount,
  transactionId,
});

suite("states that a table was seen in", () => {
  const first = addState({}, key, metadata("2026-01-02T00:00:00Z"), now);
  const second = addState(first, key, metadata("2026-01-10T00:00:00Z", "2", "t2"), now);

  test("are listed newest first, each once, and by connection, tenant and table", () => {
    assert.equal(addState(second, key, metadata("2026-01-10T00:00:00Z", "2", "t2"), now + 1), second);
    const third = addState(second, key, metadata("2026-01-05T00:00:00Z", "3", "t3"), now);
    assert.deepEqual(
      storedStates(third, key).map(({ recordCount }) => recordCount),
      ["2", "3", "1"],
    );
    assert.deepEqual(storedStates(third, { ...key, tenant: "other" }), []);
    assert.deepEqual(storedStates(third, { ...key, connectionId: "other" }), []);
  });

  test("are not noted when the service tells no time", () => {
    assert.equal(addState(second, key, { recordCount: "9" }, now), second);
    assert.equal(addState(second, key, { recordsUpdatedAt: "soon" }, now), second);
  });

  test("can be gone back to while the retention reaches them", () => {
    const states = storedStates(second, key);
    const [newest, oldest] = states;
    assert.ok(newest && oldest);
    assert.equal(timestampOfState(states, newest, 7, now), "2026-01-10T00:00:00Z");
    // It was the state of the table when the retention began.
    assert.equal(timestampOfState(states, oldest, 7, now), "2026-01-08T12:01:00.000Z");
    assert.equal(timestampOfState(states, oldest, 3, now), undefined);
    assert.equal(timestampOfState(states, newest, 3, now), "2026-01-12T12:01:00.000Z");
  });

  test("have the titles of the jobs that were run from here, and those of commits that nobody saw", () => {
    const committedAt = "2026-01-05T00:00:00Z";
    const states = withOwnCommits(storedStates(second, key), [
      { transactionId: "t2", title: "badges.sqljob.json", committedAt: "2026-01-10T00:00:01Z" },
      { transactionId: "t7", title: "news.sqljob.json", committedAt },
      { transactionId: "t8", title: "still open", committedAt: undefined },
      { transactionId: "t9", title: "no time", committedAt: "soon" },
    ]);
    assert.deepEqual(
      states.map(({ transactionId, title, recordCount }) => [transactionId, title, recordCount]),
      [
        ["t2", "badges.sqljob.json", "2"],
        ["t7", "news.sqljob.json", undefined],
        ["t1", undefined, "1"],
      ],
    );
    const [, unseen] = states;
    assert.ok(unseen);
    assert.equal(timestampOfState(states, unseen, 30, now), committedAt);
  });

  test("do not grow without end", () => {
    let stored = {};
    for (let day = 0; day < 300; day++) {
      stored = addState(stored, key, metadata(new Date(now + day * 1000).toISOString(), String(day)), now);
    }
    const states = storedStates(stored, key);
    assert.equal(states.length, 200);
    assert.equal(states[0]?.recordCount, "299");
  });
});

suite("an instant that is typed", () => {
  test("is in UTC unless it names a zone", () => {
    assert.equal(parseTimestamp("2026-01-31"), "2026-01-31T00:00:00.000Z");
    assert.equal(parseTimestamp(" 2026-01-31 12:30 "), "2026-01-31T12:30:00.000Z");
    assert.equal(parseTimestamp("2026-01-31T12:30:15+01:00"), "2026-01-31T11:30:15.000Z");
    for (const text of ["", "yesterday", "2026-13-01", "31.01.2026", "2026-01-31 12"]) {
      assert.equal(parseTimestamp(text), undefined, text);
    }
  });

  test("is within the retention and not in the future", () => {
    assert.equal(timestampProblem("2026-01-14", 7, now), undefined);
    assert.equal(timestampProblem("2026-01-16", 7, now), "future");
    assert.equal(timestampProblem("2026-01-01", 7, now), "retention");
    assert.equal(timestampProblem("now", 7, now), "form");
  });
});

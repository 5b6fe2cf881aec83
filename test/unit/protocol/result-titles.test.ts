import assert from "node:assert/strict";
import { distinctTitles } from "../../../src/protocol/result-titles.ts";

const run = (title: string, at: string) => ({ origin: { title }, startedAtMs: new Date(at).getTime() });
/** Spaces before AM and PM differ between versions of ICU. */
const titlesOf = (...runs: Parameters<typeof distinctTitles>[0]) =>
  distinctTitles(runs, "en").map((title) => title.replaceAll(/\s/g, " "));

describe("the titles of results", () => {
  it("are their own where no two are equal", () => {
    assert.deepEqual(titlesOf(run("Before", "2026-05-04T10:00:00"), run("After", "2026-05-04T10:00:00")), [
      "Before",
      "After",
    ]);
  });

  it("have the minute of the run where they are equal, and the second where that is, too", () => {
    assert.deepEqual(
      titlesOf(
        run("Heads", "2026-05-04T10:00:01"),
        run("Heads", "2026-05-04T10:07:00"),
        run("Heads", "2026-05-04T10:07:09"),
        run("Pay", "2026-05-04T10:07:09"),
      ),
      ["Heads · 10:00 AM", "Heads · 10:07:00 AM", "Heads · 10:07:09 AM", "Pay"],
    );
  });

  it("have the day, too, where the runs are of several days", () => {
    assert.deepEqual(titlesOf(run("Heads", "2026-05-04T10:00:00"), run("Heads", "2026-05-05T10:00:00")), [
      "Heads · 5/4/26, 10:00 AM",
      "Heads · 5/5/26, 10:00 AM",
    ]);
  });
});

import assert from "node:assert/strict";
import { durationMs, PhaseTimes, shownTimes } from "../../../../src/features/jobs/job-times-model.ts";

suite("The times of a job", () => {
  test("are the service's, and what was seen where it says none that can be read", () => {
    const said = { submitted: "soon", started: "2026-01-05T02:00:00+01:00" };
    assert.deepEqual(shownTimes(said, { submitted: 1, started: 2, ended: 3 }), {
      submitted: { atMs: 1, saidBy: "window" },
      started: { atMs: Date.parse("2026-01-05T01:00:00Z"), saidBy: "service" },
      ended: { atMs: 3, saidBy: "window" },
    });
    assert.deepEqual(shownTimes({}, {}), {});
  });

  test("give how long a job took or has run, as far as its beginning and its end are known", () => {
    const times = shownTimes({}, { submitted: 1000, started: 4000, ended: 9000 });
    assert.equal(durationMs(times, "succeeded", 99_000), 5000);
    assert.equal(durationMs(shownTimes({}, { submitted: 1000 }), "running", 99_000), 98_000);
    assert.equal(durationMs(shownTimes({}, { started: 1000 }), "failed", 99_000), undefined);
    assert.equal(durationMs(shownTimes({}, { submitted: 1000 }), "waiting", 99_000), undefined);
    assert.equal(durationMs({}, "running", 99_000), undefined);
  });

  test("are seen between two looks, never at the first one", () => {
    const sightings = new PhaseTimes();
    sightings.see("ended before", "succeeded", 1);
    sightings.see("job", "waiting", 1);
    sightings.see("job", "waiting", 2);
    assert.deepEqual([sightings.of("ended before"), sightings.of("job"), sightings.of("none")], [{}, {}, {}]);
    sightings.see("job", "running", 3);
    sightings.see("job", "failed", 4);
    sightings.see("job", "failed", 5);
    sightings.see("ended before", "succeeded", 5);
    assert.deepEqual([sightings.of("ended before"), sightings.of("job")], [{}, { started: 3, ended: 4 }]);
  });

  test("do not take a job for started that was seen waiting and then cancelled", () => {
    const sightings = new PhaseTimes();
    sightings.see("job", "waiting", 1);
    sightings.see("job", "cancelled", 2);
    assert.deepEqual(sightings.of("job"), { ended: 2 });
  });
});

import assert from "node:assert/strict";
import { durationMs, mergeTimes, PhaseTimes } from "../../../../src/features/jobs/job-times-model.ts";

suite("The times of a job", () => {
  test("are the service's, and what was seen where it says none that can be read", () => {
    const reported = { submitted: "soon", started: "2026-01-05T02:00:00+01:00" };
    assert.deepEqual(mergeTimes(reported, { submitted: 1, started: 2, ended: 3 }), {
      submitted: { atMs: 1, source: "window" },
      started: { atMs: Date.parse("2026-01-05T01:00:00Z"), source: "service" },
      ended: { atMs: 3, source: "window" },
    });
    assert.deepEqual(mergeTimes({}, {}), {});
  });

  test("give how long a job took or has run, as far as its beginning and its end are known", () => {
    const times = mergeTimes({}, { submitted: 1000, started: 4000, ended: 9000 });
    assert.equal(durationMs(times, "succeeded", 99_000), 5000);
    assert.equal(durationMs(mergeTimes({}, { submitted: 1000 }), "running", 99_000), 98_000);
    assert.equal(durationMs(mergeTimes({}, { started: 1000 }), "failed", 99_000), undefined);
    assert.equal(durationMs(mergeTimes({}, { submitted: 1000 }), "waiting", 99_000), undefined);
    assert.equal(durationMs({}, "running", 99_000), undefined);
  });

  test("are seen between two looks, never at the first one", () => {
    const phaseTimes = new PhaseTimes();
    phaseTimes.record("ended before", "succeeded", 1);
    phaseTimes.record("job", "waiting", 1);
    phaseTimes.record("job", "waiting", 2);
    assert.deepEqual(
      [phaseTimes.observed("ended before"), phaseTimes.observed("job"), phaseTimes.observed("none")],
      [{}, {}, {}],
    );
    phaseTimes.record("job", "running", 3);
    phaseTimes.record("job", "failed", 4);
    phaseTimes.record("job", "failed", 5);
    phaseTimes.record("ended before", "succeeded", 5);
    assert.deepEqual([phaseTimes.observed("ended before"), phaseTimes.observed("job")], [{}, { started: 3, ended: 4 }]);
  });

  test("do not take a job for started that was seen waiting and then cancelled", () => {
    const phaseTimes = new PhaseTimes();
    phaseTimes.record("job", "waiting", 1);
    phaseTimes.record("job", "cancelled", 2);
    assert.deepEqual(phaseTimes.observed("job"), { ended: 2 });
  });
});

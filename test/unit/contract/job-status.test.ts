import assert from "node:assert/strict";
import { isEndedPhase, type JobPhase, jobPhaseOf } from "../../../src/contract/job-status.ts";
import { type ResponseValueSet, responseValues } from "../../../src/contract/response-values.ts";

suite("the phase of a job", () => {
  const sets: readonly ResponseValueSet[] = ["intakeStatus", "jobStatus", "sqlJobStatus", "transferStatus"];
  const words = sets.flatMap((set): readonly string[] => responseValues[set]);

  test("is told by each word of the service, so that whoever watches a job comes to its end", () => {
    const going: readonly string[] = words.filter((word) => !isEndedPhase(jobPhaseOf(word)));
    assert.deepEqual([...new Set(going.map((word) => word.toLowerCase()))], ["open", "pending", "running", "unknown"]);
    const phases: readonly (readonly [string, JobPhase])[] = [
      ["PROCESSED", "succeeded"],
      ["PARTIAL", "failed"],
      ["ROLLED_BACK", "failed"],
      ["Cancelled", "cancelled"],
      ["PENDING", "waiting"],
      ["Running", "running"],
    ];
    for (const [word, phase] of phases) {
      assert.equal(jobPhaseOf(word), phase, word);
    }
  });
});

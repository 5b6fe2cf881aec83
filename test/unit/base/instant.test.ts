import assert from "node:assert/strict";
import { parseInstant } from "../../../src/base/instant.ts";
import { inTimeZone } from "../../support/time-zone.ts";

suite("instants", () => {
  test("are in UTC without a zone, whatever the zone of the process", async () => {
    await inTimeZone("America/New_York", async () => {
      // Otherwise the test says nothing.
      assert.notEqual(Date.parse("2029-06-01T00:00:00"), Date.UTC(2029, 5, 1));
      for (const [text, instant] of [
        ["2029-06-01", "2029-06-01T00:00:00.000Z"],
        ["2029-06-01T08:30", "2029-06-01T08:30:00.000Z"],
        ["2029-06-01T08:30:15.250", "2029-06-01T08:30:15.250Z"],
        ["2029-06-01T08:30:15Z", "2029-06-01T08:30:15.000Z"],
        ["2029-06-01T08:30:15+02:00", "2029-06-01T06:30:15.000Z"],
        ["2029-06-01T08:30:15-0430", "2029-06-01T13:00:15.000Z"],
      ] as const) {
        assert.equal(new Date(parseInstant(text) ?? Number.NaN).toISOString(), instant, text);
      }
    });
  });

  test("are no other texts", () => {
    const days = ["2029-02-29", "2029-02-30T08:00Z", "2029-04-31", "2029-13-01", "2029-00-10", "2029-01-00"];
    const texts = ["", "soon", "2029", "2029-06", "2029-06-01 08:30", "2029-06-01T25:00:00Z", "1 June 2029", ...days];
    for (const text of texts) {
      assert.equal(parseInstant(text), undefined, text);
    }
  });
});

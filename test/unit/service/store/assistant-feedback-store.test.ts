import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AssistantFeedbackStore } from "../../../../src/service/store/assistant-feedback-store.ts";
import { PlatformDatabase } from "../../../../src/service/store/platform-database.ts";
import { MovableClock } from "../../../support/movable-clock.ts";

suite("feedback on answers of the assistant", () => {
  let folder: string;
  let platform: PlatformDatabase;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-feedback-"));
    platform = await PlatformDatabase.open(folder);
  });
  teardown(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("is kept up to a number for each user, the newest first", async () => {
    const store = new AssistantFeedbackStore(platform, new MovableClock(0), 3);
    const add = (userId: string, words: string) =>
      store.add({ tenant: "WFF_demo", userId, words, choices: [], isApproved: false, description: "" });
    await add("bob", "first");
    // All at one instant, so that the order in which they came counts.
    for (const words of ["first", "second", "third", "fourth"]) {
      await add("ada", words);
    }
    const isKept = async (userId: string, words: string) => (await store.verdicts("WFF_demo", userId, words)).isRefused;
    const kept = await Promise.all(["first", "second", "third", "fourth"].map((words) => isKept("ada", words)));
    assert.deepEqual(kept, [false, true, true, true]);
    assert.equal(await isKept("bob", "first"), true);
  });
});

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { PlatformDatabase } from "../../../../src/service/store/platform-database.ts";

suite("The revision of the platform database", () => {
  let folder: string;
  let platform: PlatformDatabase;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-revision-"));
    platform = await PlatformDatabase.open(folder);
  });
  teardown(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("is the same again only if nothing was written, and none during a commit, which others may see earlier", async () => {
    const before = platform.revision;
    assert.equal(platform.revision, before);
    const during: number[] = [];
    let isDone = false;
    const written = platform
      .transaction(async (connection) => {
        assert.equal(platform.revision, before, "what is not committed is seen by nobody");
        await connection.run("CREATE TABLE revised AS FROM range(1000)");
      })
      .finally(() => {
        isDone = true;
      });
    while (!isDone) {
      during.push(platform.revision);
      await setImmediate();
    }
    await written;
    assert.ok(during.some(Number.isNaN), during.join());
    assert.notEqual(platform.revision, before);
    assert.ok(!Number.isNaN(platform.revision));
  });
});

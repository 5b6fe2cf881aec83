import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { peopleOfRebuild, proveRebuild, rebuildsOfProof } from "../../../support/rebuild-proof/prove-rebuild.ts";

/** Histories of members to compare. A rebuild has those of many. */
const count = Number(process.env.WORKFORCE_REBUILD_COUNT ?? 2000);
const seed = Number(process.env.SEED ?? 1);
/**
 * Of proofs that once failed: an event that ended a member was given to another one, by a later file or because a later file made
 * that one exist.
 */
const onceFailed = [2_000_019, 1_000_099];

suite("Rebuilt data", () => {
  let folder = "";

  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), "rebuild-proof-"));
  });

  suiteTeardown(() => rm(folder, { recursive: true }));

  test("is what the independent evaluator makes of the same files", async function () {
    const proofs = Math.ceil(count / (peopleOfRebuild * rebuildsOfProof));
    this.timeout(60_000 + proofs * 20_000);
    for (const known of onceFailed) {
      assert.equal(await proveRebuild(known, folder), undefined);
    }
    let copied = 0;
    for (let index = 0; index < proofs; index++) {
      const onCopied = () => {
        copied += 1;
      };
      assert.equal(await proveRebuild(seed * 1_000_000 + index, folder, onCopied), undefined);
    }
    assert.ok(copied >= proofs / 2, `only ${copied} tables were made by changing a copy`);
  });
});

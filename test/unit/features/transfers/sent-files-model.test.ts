import assert from "node:assert/strict";
import type { IntakeDraft } from "../../../../src/features/transfers/intake-kind-model.ts";
import { draftForAgain, type SentFile, SentFiles } from "../../../../src/features/transfers/sent-files-model.ts";

const draft: IntakeDraft = {
  kind: "object",
  source: "",
  tenantCode: "",
  after: "receive",
  transaction: "t1",
  objectName: "Employee",
  commit: "commit",
  filename: "employee.csv",
  load: "wait",
};
const sent = (file: string, jobId: string): SentFile => ({
  connectionId: "c",
  tenant: "WFF_a",
  file,
  draft,
  jobId,
  sentAt: 1,
});

function createFiles(): SentFiles {
  let stored: readonly SentFile[] = [];
  return new SentFiles({
    read: () => stored,
    write: async (files) => {
      stored = files;
    },
  });
}

describe("files that were sent", () => {
  it("are found by their job, on their connection", async () => {
    const files = createFiles();
    await files.add(sent("/a.csv", "j1"));
    await files.add(sent("/b.csv", "j2"));
    assert.equal(files.find("c", ["x", "j1"])?.file, "/a.csv");
    assert.equal(files.find("other", ["j1"]), undefined);
    assert.equal(files.find("c", []), undefined);
  });

  it("are listed once for each way, the newest first, and the oldest go", async () => {
    const files = createFiles();
    for (let index = 0; index < 25; index++) {
      await files.add(sent(`/${index}.csv`, `j${index}`));
    }
    await files.add(sent("/20.csv", "again"));
    const listed = files.list();
    assert.equal(listed.length, 20);
    assert.deepEqual(
      listed.slice(0, 2).map(({ file, jobId }) => [file, jobId]),
      [
        ["/20.csv", "again"],
        ["/24.csv", "j24"],
      ],
    );
  });

  it("are sent again into a new transaction", () => {
    assert.deepEqual(draftForAgain(draft), { ...draft, transaction: "" });
  });
});

import assert from "node:assert/strict";
import {
  forgetUpload,
  listUploads,
  type StoredUpload,
  storeUpload,
  type UploadStorage,
} from "../../../../src/features/table-sources/stored-uploads-model.ts";

function createState(entries: Readonly<Record<string, unknown>> = {}): UploadStorage {
  const values = new Map(Object.entries(entries));
  return {
    keys: () => [...values.keys()],
    get: (key) => values.get(key),
    update: async (key, value) => {
      if (value === undefined) {
        values.delete(key);
      } else {
        values.set(key, value);
      }
    },
  };
}

const upload = (transactionId: string): StoredUpload => ({
  connectionId: "local",
  transactionId,
  tableId: "t1",
  objectName: "badge",
  file: "/data/badge.csv",
});

describe("the uploads that have not come to their end", () => {
  it("are noted when they begin and forgotten when they end, each by itself", async () => {
    const state = createState({ "workforce.other": { file: "x" } });
    await Promise.all([storeUpload(state, upload("a")), storeUpload(state, upload("b"))]);
    assert.deepEqual(listUploads(state), [upload("a"), upload("b")]);
    await forgetUpload(state, "a");
    assert.deepEqual(listUploads(state), [upload("b")]);
  });

  it("are passed over where another version wrote something else", () => {
    const state = createState({ "workforce.tableSources.upload.a": { transactionId: "a" } });
    assert.deepEqual(listUploads(state), []);
  });
});

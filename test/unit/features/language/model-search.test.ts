import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Session } from "../../../../src/client/call/client.ts";
import type { ObjectSearchResponse } from "../../../../src/contract/search.ts";
import { ModelCache } from "../../../../src/features/language/model-cache.ts";
import { ModelSearcher } from "../../../../src/features/language/model-search.ts";
import { ModelFileSearch } from "../../../../src/languages/core/model/model-file-search.ts";
import type { ModelSearch } from "../../../../src/languages/core/model/model-requests.ts";
import { modelFileOf } from "../../../support/model-file-of.ts";

const search: ModelSearch = { kind: "property", prefix: "", names: ["Age"], object: "Employee" };
const hour = 3_600_000;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

class FakeConnection {
  now = 1_000_000;
  calls = 0;
  isOnline = true;
  names = ["Age"];
  tenant = "acme";
  file: ModelFileSearch | undefined;
  readonly searcher: ModelSearcher;

  constructor(folder: string) {
    const client = {
      searchObjects: async (): Promise<ObjectSearchResponse> => {
        this.calls++;
        if (!this.isOnline) {
          throw new Error("The network is gone.");
        }
        return { results: [{ resultsForQuery: this.names.map((id) => ({ id, displayName: id })) }] };
      },
    };
    this.searcher = new ModelSearcher({
      currentSession: async () => ({ client }) as unknown as Session,
      currentTarget: () => ({ connectionId: "one", tenant: this.tenant }),
      cache: new ModelCache(folder, assert.ifError),
      modelFile: async () => this.file,
      refreshAfterMs: () => 24 * hour,
      log: quiet,
      now: () => this.now,
    });
  }

  async found(): Promise<string[]> {
    return (await this.searcher.search(search)).entries.map(({ id }) => id);
  }

  changed(): Promise<void> {
    return new Promise((resolve) => this.searcher.onDidChange(resolve));
  }
}

describe("the searches of the editor's connection", () => {
  let folder: string;
  let connection: FakeConnection;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-search-"));
    connection = new FakeConnection(folder);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("are made once for each tenant", async () => {
    assert.deepEqual(await connection.found(), ["Age"]);
    assert.deepEqual(await connection.found(), ["Age"]);
    assert.equal(connection.calls, 1);
    connection.tenant = "other";
    await connection.found();
    assert.equal(connection.calls, 2);
  });

  it("give what is old at once and tell when it has become another", async () => {
    await connection.found();
    connection.now += 25 * hour;
    connection.names = ["Age", "Age_Group"];
    const changed = connection.changed();
    assert.deepEqual(await connection.found(), ["Age"]);
    await changed;
    assert.deepEqual(await connection.found(), ["Age", "Age_Group"]);
    assert.equal(connection.calls, 2);
  });

  it("give what is kept while the service does not answer, with its age", async () => {
    await connection.found();
    const fetchedAt = connection.now;
    connection.isOnline = false;
    connection.now += 48 * hour;
    connection.searcher.refresh();
    assert.deepEqual(await connection.found(), ["Age"]);
    assert.deepEqual(await connection.searcher.state(), { oldest: fetchedAt, isOffline: true, isBusy: false });
  });

  it("fail when nothing is kept, and leave a service alone for a while that does not answer", async () => {
    connection.isOnline = false;
    assert.equal((await connection.searcher.search(search)).isFailed, true);
    assert.equal((await connection.searcher.search(search)).isFailed, true);
    assert.equal(connection.calls, 1);
    connection.now += 6_000;
    connection.isOnline = true;
    assert.deepEqual(await connection.found(), ["Age"]);
  });

  it("are made anew after a refresh", async () => {
    await connection.found();
    connection.names = ["Age_Group"];
    connection.now += 1;
    connection.searcher.refresh();
    assert.deepEqual(await connection.found(), ["Age_Group"]);
  });

  it("are made anew when a query has read another data version than the one before it on the same tenant", async () => {
    await connection.found();
    connection.names = ["Age_Group"];
    const read = (version: string) => {
      connection.now += 1;
      connection.searcher.readDataVersion(version);
      return connection.found();
    };
    assert.deepEqual(await read("5000131"), ["Age"]);
    assert.deepEqual(await read("5000131"), ["Age"]);
    connection.tenant = "other";
    await read("9");
    connection.tenant = "acme";
    assert.deepEqual(await read("5000131"), ["Age"]);
    assert.deepEqual(await read("5000132"), ["Age_Group"]);
    assert.equal(connection.calls, 3);
  });

  it("are answered by a model file when there is one", async () => {
    connection.file = new ModelFileSearch([modelFileOf()]);
    assert.deepEqual(await connection.found(), ["Age"]);
    assert.equal(connection.calls, 0);
  });
});

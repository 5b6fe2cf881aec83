import assert from "node:assert/strict";
import { readAllItems, readAllPages } from "../../../../src/client/call/paging.ts";
import { InvalidArgumentsError, MalformedError } from "../../../../src/client/interface/errors.ts";
import { rejectionOf, type WorldOptions, withServer } from "../client-fixture.ts";
import { sendJson } from "../local-server.ts";

/** A server with this many reports, served by `limit` and `start`. */
function reportServer(total: number, mostAtOnce = Number.POSITIVE_INFINITY): WorldOptions {
  return {
    answer: (request, response) => {
      const query = new URL(request.url, "http://host").searchParams;
      const start = Number(query.get("start"));
      const limit = Math.min(Number(query.get("limit")), mostAtOnce);
      const ids = Array.from({ length: total }, (_, index) => String(index)).slice(start, start + limit);
      const said = mostAtOnce < Number.POSITIVE_INFINITY ? { limit } : {};
      sendJson(response, { reports: ids.map((id) => ({ id })), ...said });
    },
  };
}

async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const list: Value[] = [];
  for await (const value of values) {
    list.push(value);
  }
  return list;
}

suite("paging", () => {
  test("gives every item over limit and start and stops at a short page", async () => {
    await withServer(reportServer(5), async ({ client, calls }) => {
      const reports = await all(readAllItems(client.listReports, { query: { limit: 2 } }));
      const ids: (string | undefined)[] = reports.map(({ id }) => id);
      assert.deepEqual(ids, ["0", "1", "2", "3", "4"]);
      assert.deepEqual(
        calls().map(({ url }) => url.split("?")[1]),
        ["limit=2&start=0", "limit=2&start=2", "limit=2&start=4"],
      );
    });
  });

  test("asks once more when the last page is full", async () => {
    await withServer(reportServer(4), async ({ client, calls }) => {
      assert.equal((await all(readAllItems(client.listReports, { query: { limit: 2 } }))).length, 4);
      assert.equal(calls().length, 3);
    });
  });

  test("begins where it is told and uses the row's page size", async () => {
    await withServer(reportServer(150), async ({ client, calls }) => {
      const found = await all(readAllPages(client.listReports, { query: { start: 20 } }));
      assert.deepEqual(
        found.map(({ reports = [] }) => reports.length),
        [100, 30],
      );
      assert.deepEqual(
        calls().map(({ url }) => url.split("?")[1]),
        ["limit=100&start=20", "limit=100&start=120"],
      );
    });
  });

  test("goes on when the server serves fewer at once and says so", async () => {
    await withServer(reportServer(5, 2), async ({ client }) => {
      assert.equal((await all(readAllItems(client.listReports, { query: { limit: 100 } }))).length, 5);
    });
  });

  test("pages a search by offset", async () => {
    await withServer(
      {
        answer: (request, response) => {
          const offset = Number(new URL(request.url, "http://host").searchParams.get("offset"));
          sendJson(response, { documentHeaders: offset < 2 ? [{ displayName: String(offset) }] : [] });
        },
      },
      async ({ client, calls }) => {
        const found = await all(readAllItems(client.searchDocumentHeaders, { query: { q: "pay", limit: 1 } }));
        assert.deepEqual(
          found.map(({ displayName }) => displayName),
          ["0", "1"],
        );
        assert.equal(calls()[1]?.url.split("?")[1], "q=pay&limit=1&offset=1");
      },
    );
  });

  test("pages a search whose paging travels in the body", async () => {
    await withServer(
      {
        answer: (request, response) => {
          const { offset, limit } = JSON.parse(request.body);
          const hits = ["a", "b", "c"].slice(offset, offset + limit).map((id) => ({ id }));
          sendJson(response, { results: [{ resultsForQuery: hits }] });
        },
      },
      async ({ client, calls }) => {
        const count = ({ results = [] }: { results?: { resultsForQuery?: unknown[] }[] }) =>
          Math.max(0, ...results.map(({ resultsForQuery = [] }) => resultsForQuery.length));
        const found = await all(readAllPages(client.searchObjects, { body: { query: ["pay"], limit: 2 } }, { count }));
        assert.equal(found.length, 2);
        assert.equal(calls()[1]?.body, '{"query":["pay"],"limit":2,"offset":2}');
      },
    );
  });

  test("gives the one page of an operation that cannot be paged", async () => {
    await withServer(
      { answer: (_, response) => sendJson(response, { openProjects: [] }) },
      async ({ client, calls }) => {
        assert.deepEqual(await all(readAllPages(client.listProjects, { query: { limit: 3 } })), [{ openProjects: [] }]);
        assert.equal(calls().length, 1);
      },
    );
  });

  test("an abort between pages ends the walk", async () => {
    await withServer(reportServer(10), async ({ client, calls }) => {
      const controller = new AbortController();
      const walk = readAllPages(client.listReports, { query: { limit: 2 } }, { signal: controller.signal });
      await walk.next();
      controller.abort();
      assert.equal(await rejectionOf(walk.next()), controller.signal.reason);
      assert.equal(calls().length, 1);
    });
  });

  test("refuses a page size that is no number", async () => {
    await withServer(reportServer(1), async ({ client, server }) => {
      const limit = "2" as unknown as number;
      const error = await rejectionOf(all(readAllPages(client.listReports, { query: { limit } })));
      assert.ok(error instanceof InvalidArgumentsError);
      assert.equal(error.field, "query.limit");
      assert.equal(server.received.length, 0);
    });
  });

  test("ends with a malformed answer when the server ignores where to begin", async () => {
    const same: Pick<WorldOptions, "answer"> = {
      answer: (_, response) => sendJson(response, { reports: [{ id: "0" }, { id: "1" }] }),
    };
    await withServer(same, async ({ client, calls }) => {
      const error = await rejectionOf(all(readAllItems(client.listReports, { query: { limit: 2 } })));
      assert.ok(error instanceof MalformedError);
      assert.match(error.message, /the page from start 2 on is the same as the one before it/);
      assert.equal(calls().length, 2);
    });
  });

  for (const limit of [0, -5]) {
    test(`ends with a malformed answer when the server calls its limit ${limit}`, async () => {
      const served: Pick<WorldOptions, "answer"> = {
        answer: (request, response) => {
          const start = new URL(request.url, "http://host").searchParams.get("start");
          sendJson(response, { reports: [{ id: start }], limit });
        },
      };
      await withServer(served, async ({ client, calls }) => {
        const error = await rejectionOf(all(readAllItems(client.listReports, {})));
        assert.ok(error instanceof MalformedError);
        assert.match(error.message, new RegExp(`its limit is ${limit}`));
        assert.equal(calls().length, 1);
      });
    });
  }

  test("ends with a malformed answer when the server makes up ever new results", async () => {
    const endless: Pick<WorldOptions, "answer"> = {
      answer: (request, response) => {
        const query = new URL(request.url, "http://host").searchParams;
        const ids = Array.from({ length: Number(query.get("limit")) }, (_, index) => `${query.get("start")}-${index}`);
        sendJson(response, { reports: ids.map((id) => ({ id })) });
      },
    };
    await withServer(endless, async ({ client }) => {
      const error = await rejectionOf(all(readAllItems(client.listReports, { query: { limit: 50_000 } })));
      assert.ok(error instanceof MalformedError);
      assert.match(error.message, /lists more than 200000 results/);
    });
  });
});

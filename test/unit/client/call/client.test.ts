import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { DeniedError, InvalidArgumentsError } from "../../../../src/client/interface/errors.ts";
import { rejectionOf, secrets, textOf, withServer } from "../client-fixture.ts";
import { type Received, sendJson } from "../local-server.ts";

suite("client", () => {
  test("gives the JSON value of an answer", async () => {
    const table = { objectName: "employee", columns: [{ name: "ID", dataType: "STRING" }] };
    await withServer({ answer: (_, response) => sendJson(response, { tables: [table] }) }, async ({ client }) => {
      const { tables } = await client.listTableSources({ query: { limit: 2 } });
      assert.deepEqual(tables, [table]);
    });
  });

  test("calls an operation without arguments", async () => {
    await withServer({ answer: (_, response) => sendJson(response, { sub: "7" }) }, async ({ client, calls }) => {
      assert.equal((await client.getUserMetadata()).sub, "7");
      assert.equal(calls()[0]?.url, "/v1/auth/oauth2/userinfo");
    });
  });

  test("streams a flat answer and asks for JSON second, so that an error can be delivered", async () => {
    const lines = '["employeeCount"]\n["42"]\n';
    await withServer(
      {
        answer: (_, response) =>
          response.writeHead(200, { "Content-Type": "Application/JsonLines; charset=utf-8", "X-Rows": "1" }).end(lines),
      },
      async ({ client, calls }) => {
        const answer = await client.querySqlLike({ body: { query: "SELECT 1" } }, { accept: "application/jsonlines" });
        assert.equal(answer.contentType, "application/jsonlines");
        assert.equal(answer.headers["x-rows"], "1");
        assert.equal(await textOf(answer), lines);
        assert.equal(calls()[0]?.headers.accept, "application/jsonlines, application/json");
        assert.equal(calls()[0]?.headers["content-type"], "application/json");
        assert.equal(calls()[0]?.body, '{"query":"SELECT 1"}');
      },
    );
  });

  test("says when the service chose JSON although a flat form was asked for", async () => {
    const table = { header: { "0": "a" }, rows: [{ "0": "1" }] };
    await withServer({ answer: (_, response) => sendJson(response, table) }, async ({ client }) => {
      const answer = await client.querySqlLike({ body: { query: "q" } }, { accept: "text/csv" });
      assert.equal(answer.contentType, "application/json");
      assert.deepEqual(JSON.parse(await textOf(answer)), table);
    });
  });

  test("streams an answer of many megabytes without holding it back", async () => {
    const piece = Buffer.alloc(64 * 1024, "x");
    const pieceCount = 256;
    await withServer(
      {
        answer: (_, response) => {
          response.writeHead(200, { "content-type": "text/csv" });
          let sent = 0;
          const more = () => {
            while (sent < pieceCount) {
              sent++;
              if (!response.write(piece)) {
                response.once("drain", more);
                return;
              }
            }
            response.end();
          };
          more();
        },
      },
      async ({ client }) => {
        const { body } = await client.downloadReport({ path: { reportId: "r" } });
        let bytes = 0;
        for await (const chunk of body) {
          bytes += chunk.length;
        }
        assert.equal(bytes, piece.length * pieceCount);
      },
    );
  });

  test("sends the API key, the cookie, the tenant and the project, each in its header", async () => {
    await withServer(
      {
        answer: (_, response) => sendJson(response, {}),
        connection: { tenant: "WFF_one", project: "p-1" },
      },
      async ({ client, calls }) => {
        await client.querySqlLike({ body: { query: "q" } });
        const headers = calls()[0]?.headers ?? {};
        assert.equal(headers.apikey, secrets.apiKey);
        assert.equal(headers.cookie, "ServiceASIDToken=asid-1");
        assert.equal(headers.targettenantid, "WFF_one");
        assert.equal(headers.projectid, "p-1");
        assert.equal(headers.accept, "application/json");
      },
    );
  });

  test("sends tenant and project only to operations that take them", async () => {
    await withServer(
      {
        answer: (_, response) => sendJson(response, {}),
        connection: { tenant: "WFF_one", project: "p-1" },
      },
      async ({ client, calls }) => {
        await client.getUserMetadata();
        await client.listReports({});
        assert.deepEqual([calls()[0]?.headers.targettenantid, calls()[0]?.headers.projectid], [undefined, undefined]);
        assert.deepEqual([calls()[1]?.headers.targettenantid, calls()[1]?.headers.projectid], ["WFF_one", undefined]);
      },
    );
  });

  test("lets one call choose another tenant, or none", async () => {
    await withServer(
      { answer: (_, response) => sendJson(response, {}), connection: { tenant: "WFF_one", project: "p-1" } },
      async ({ client, calls }) => {
        await client.querySqlLike({ body: { query: "q" } }, { tenant: "WFF_two", project: "p-2" });
        await client.querySqlLike({ body: { query: "q" } }, { tenant: null, project: null });
        assert.deepEqual(
          calls().map(({ headers }) => [headers.targettenantid, headers.projectid]),
          [
            ["WFF_two", "p-2"],
            [undefined, undefined],
          ],
        );
      },
    );
  });

  test("sends neither API key nor cookie where the operation needs none", async () => {
    await withServer({ answer: (_, response) => sendJson(response, {}) }, async ({ client, calls, signIns }) => {
      await client.getDataOutConnectorVersion({ query: { connectorId: "one" } });
      assert.equal(calls()[0]?.headers.apikey, undefined);
      assert.equal(calls()[0]?.headers.cookie, undefined);
      assert.equal(signIns().length, 0);
    });
  });

  test("encodes path and query, and repeats the name of a list", async () => {
    await withServer({ answer: (_, response) => sendJson(response, {}) }, async ({ client, calls }) => {
      await client.getReport({ path: { reportId: "a/b c?d#e%f+\u00e9" } });
      await client.listProjects({ query: { with: ["Open", "Archived"], limit: 5 } });
      await client.searchDocumentHeaders({ query: { q: "pay & time+1=2" } });
      assert.deepEqual(
        calls().map(({ url }) => url),
        [
          "/v1alpha/reporting/reports/a%2Fb%20c%3Fd%23e%25f%2B%C3%A9",
          "/v1/admin/projects?with=Open&with=Archived&limit=5",
          "/v1alpha/search/simple/document-headers?q=pay%20%26%20time%2B1%3D2",
        ],
      );
    });
  });

  test("keeps the path of the address", async () => {
    const answer = (request: Received, response: ServerResponse) =>
      request.url.endsWith("serviceSecureToken") ? response.end("token") : sendJson(response, {});
    await withServer({ answer, basePath: "/proxy/acme/" }, async ({ client, calls }) => {
      await client.listReports({});
      assert.deepEqual(
        calls().map(({ url }) => url),
        ["/proxy/acme/v1/admin/serviceSecureToken", "/proxy/acme/v1alpha/reporting/reports"],
      );
    });
  });

  test("takes routes and the cookie's name from the deployment profile", async () => {
    const profile = {
      routes: { getReport: "POST /v2/report-of/{reportId}", requestSecureToken: "POST /v2/token" },
      cookies: { asid: "OtherToken" },
    };
    const answer = (request: Received, response: ServerResponse) =>
      request.url === "/v2/token" ? response.end("token") : sendJson(response, { id: "7" });
    await withServer({ answer, connection: { profile } }, async ({ client, calls }) => {
      assert.equal((await client.getReport({ path: { reportId: "7" } })).id, "7");
      assert.deepEqual(
        calls().map(({ method, url }) => `${method} ${url}`),
        ["POST /v2/token", "POST /v2/report-of/7"],
      );
      assert.equal(calls()[1]?.headers.cookie, "OtherToken=token");
    });
  });

  test("refuses a profile's route with a parameter that the operation does not have", async () => {
    const profile = { routes: { getReport: "GET /v2/reports/{id}" } };
    await withServer({ answer: () => undefined, connection: { profile } }, async ({ client, server }) => {
      const error = await rejectionOf(client.getReport({ path: { reportId: "7" } }));
      assert.ok(error instanceof InvalidArgumentsError);
      assert.equal(error.field, "path.id");
      assert.equal(server.received.length, 0);
    });
  });

  test("asks the gate with the row's kind before anything is sent", async () => {
    const asked: string[] = [];
    await withServer(
      {
        answer: (_, response) => sendJson(response, {}),
        options: {
          gate: async (kind, operation) => {
            asked.push(`${kind} ${operation}`);
            return kind === "delete" ? "denied" : "allowed";
          },
        },
      },
      async ({ client, server }) => {
        const denied = await rejectionOf(client.deleteReport({ path: { reportId: "7" } }));
        assert.ok(denied instanceof DeniedError);
        assert.equal(denied.operation, "deleteReport");
        assert.equal(server.received.length, 0);
        await client.createReport({ body: { title: "t" } });
        assert.deepEqual(asked, ["delete deleteReport", "define createReport"]);
      },
    );
  });

  test("takes a gate that fails for a denial", async () => {
    const cause = new Error("the window is gone");
    const gate = () => Promise.reject(cause);
    await withServer({ answer: () => undefined, options: { gate } }, async ({ client, server }) => {
      const denied = await rejectionOf(client.listReports({}));
      assert.ok(denied instanceof DeniedError);
      assert.equal(denied.cause, cause);
      assert.equal(server.received.length, 0);
    });
  });

  test("checks arguments before sending and names the field, never the value", async () => {
    await withServer({ answer: () => undefined }, async ({ client, server }) => {
      const fieldOf = async (call: Promise<unknown>) => {
        const error = await rejectionOf(call);
        assert.ok(error instanceof InvalidArgumentsError, String(error));
        assert.doesNotMatch(error.message, /secret-value/);
        return error.field;
      };
      assert.equal(await fieldOf(client.listReports({ query: { limit: 0 } })), "query.limit");
      assert.equal(await fieldOf(client.searchDocumentHeaders({ query: { q: "x" } })), "query.q");
      const wrong: unknown = { formula: 7, selectionConcept: "secret-value" };
      assert.equal(
        await fieldOf(
          client.queryAggregate({ body: { query: { filters: [wrong as { formula: string }], timeIntervals: {} } } }),
        ),
        "body.query.filters[0].formula",
      );
      assert.equal(await fieldOf(client.requestJwt({ body: { grant_type: "refresh_token" } })), "body");
      assert.equal(await fieldOf(client.getReport({ path: { reportId: ".." } })), "path.reportId");
      assert.equal(await fieldOf(client.getReport({ path: { reportId: "" } })), "path.reportId");
      const accept = "text/secret" as "text/csv";
      assert.equal(await fieldOf(client.querySqlLike({ body: { query: "q" } }, { accept })), "accept");
      const bodyType = "text/secret";
      assert.equal(await fieldOf(client.querySqlLike({ body: { query: "q" } }, { bodyType })), "bodyType");
      assert.equal(await fieldOf(client.listReports({}, { tenant: "secret-value\r\nx: y" })), "header TargetTenantID");
      assert.equal(server.received.length, 0);
    });
  });

  test("says what each form of an operation gives to the compiler", async () => {
    await withServer({ answer: (_, response) => sendJson(response, {}) }, async ({ client }) => {
      const value = await client.querySqlLike({ body: { query: "q" } });
      const rows: Record<string, string>[] | undefined = value.rows;
      const lines = await client.querySqlLike({ body: { query: "q" } }, { accept: "application/jsonlines" });
      const body: AsyncIterable<Uint8Array> = lines.body;
      // @ts-expect-error a stream has no rows
      void lines.rows;
      // @ts-expect-error the body is required
      await rejectionOf(client.querySqlLike());
      // @ts-expect-error a number is not a limit's text
      await rejectionOf(client.listReports({ query: { limit: "1" } }));
      assert.equal(rows, undefined);
      assert.equal(await textOf({ body }), "{}");
    });
  });

  test("uses one connection for calls that follow each other", async () => {
    await withServer({ answer: (_, response) => sendJson(response, {}) }, async ({ client, server }) => {
      await client.listReports({});
      await client.listReports({});
      await client.listReports({});
      assert.equal(server.received.length, 4);
      assert.equal(server.connectionCount, 1);
    });
  });
});

import assert from "node:assert/strict";
import type { Connection } from "../../../src/client/interface/connection.ts";
import { InvalidArgumentsError } from "../../../src/client/interface/errors.ts";
import { findProfileProblem } from "../../../src/client/service-client.ts";
import { buildRequest } from "../../../src/client/transport/request.ts";
import { contract } from "../../../src/contract/contract.ts";
import type { OperationDefinition } from "../../../src/contract/operation.ts";
import { rejectionOf, withServer } from "./client-fixture.ts";
import { sendJson, startServer } from "./local-server.ts";

/** Routes after which `baseUrl + route` is an address of another host. */
const foreignPaths = (port: number) => [
  `@127.0.0.1:${port}/steal`,
  `:pass@127.0.0.1:${port}/steal`,
  `${port}/steal`,
  `.evil.example/steal`,
  `\\@127.0.0.1:${port}/steal`,
  "steal",
  "",
];

suite("A deployment profile that leads elsewhere", () => {
  test("sends nothing there, whichever way a call travels", async () => {
    const other = await startServer((_, response) => sendJson(response, {}));
    try {
      for (const path of foreignPaths(other.port)) {
        const routes = {
          getReport: `GET ${path}`,
          uploadDataFile: `PUT ${path}`,
          downloadSourceFiles: `GET ${path}`,
          requestSecureToken: `POST ${path}`,
        };
        await withServer({ answer: (_, response) => sendJson(response, {}) }, async ({ another, server }) => {
          const client = another({ profile: { routes } } satisfies Partial<Connection>);
          const body = {
            open: async function* () {
              yield Buffer.from("people");
            },
            size: 6,
            filename: "a.csv",
          };
          const calls = [
            () => client.getReport({ path: { reportId: "7" } }),
            () => client.uploadDataFile({ path: { filename: "a.csv" }, body } as never),
            () => client.downloadSourceFiles({ body: {} } as never),
            () => client.listReports({}),
          ];
          for (const call of calls) {
            await rejectionOf(call());
          }
          assert.equal(server.received.length, 0, path);
        });
        assert.equal(other.received.length + other.connectionCount, 0, path);
      }
    } finally {
      await other.close();
    }
  });

  test("is refused for every operation, before there is an address", () => {
    for (const [name, row] of Object.entries<OperationDefinition>(contract)) {
      for (const path of foreignPaths(9)) {
        const profile = { routes: { [name]: `GET ${path}` } };
        const target = {
          baseUrl: "https://host.example:1",
          profile,
          apiKey: "key",
          tenant: undefined,
          project: undefined,
          accept: undefined,
          random: () => 0,
        };
        assert.throws(
          () => buildRequest(name, { ...row, query: {}, headers: {} } as OperationDefinition, {}, target),
          (error: unknown) => error instanceof InvalidArgumentsError && error.field === "route",
          `${name} ${path}`,
        );
      }
    }
  });

  test("does not fit the schema that the extension reads it with, which names the route", () => {
    for (const path of [...foreignPaths(9), "/a b", "/a?b", "/a#b"]) {
      const problem = findProfileProblem({ routes: { getReport: `GET ${path}` } });
      assert.match(problem ?? "", /^profile\.routes\.getReport must/, path);
    }
    for (const profile of [[], "x", 7, null, { routes: [] }, { routes: { a: 7 } }, { timeColumn: 7 }]) {
      assert.ok(findProfileProblem(profile), JSON.stringify(profile));
    }
    const good = { routes: { getReport: "GET /v2/reports/{reportId}" }, timeColumn: "T", cookies: { asid: "A" } };
    assert.equal(findProfileProblem(good), undefined);
  });

  test("encodes what stands in place of a parameter, so that it stays one step of the path", async () => {
    await withServer({ answer: (_, response) => sendJson(response, {}) }, async ({ client, calls }) => {
      await client.getReport({ path: { reportId: "@evil.example/../?a#b%2f\\" } });
      const [call] = calls();
      assert.match(call?.url ?? "", /\/%40evil\.example%2F\.\.%2F%3Fa%23b%252f%5C$/);
    });
  });
});

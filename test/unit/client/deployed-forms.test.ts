import assert from "node:assert/strict";
import type { DeploymentProfile } from "../../../src/contract/deployment-profile.ts";
import { withServer } from "./client-fixture.ts";
import { sendJson } from "./local-server.ts";

const profile: DeploymentProfile = {
  sampleNameIn: "query",
  deletedUsers: "userIds",
  exportDestinations: { lakehouse: "lakehouseParameters" },
  answerPrefixes: { sqlTransactionStatus: "SQL_TRANSACTION_STATUS_" },
};

suite("the forms of a deployment", () => {
  const path = { draftId: "prod", transactionId: "t-1", objectName: "Employee" } as const;
  const parameters = { lakehouse: { catalog: "people", clientSecret: "s" } };

  test("are what the client sends", async () => {
    const answer = (_: unknown, response: Parameters<typeof sendJson>[0]) => sendJson(response, {});
    await withServer({ answer, connection: { profile } }, async ({ client, calls }) => {
      await client.loadIntakeSampleData({ path, body: { sampleName: "employee" } });
      await client.deleteUsers({ body: { users: [{ userId: "u-1" }, { userId: "u-2", username: "ada" }] } });
      await client.createExportCredential({ body: { parameters } });
      assert.deepEqual(
        calls().map(({ method, url, body }) => [method, url, body]),
        [
          ["POST", "/v1/data/directloads/prod/transactions/t-1/Employee/sample-data?sampleName=employee", ""],
          ["DELETE", "/v2/admin/users", '{"userIds":["u-1","u-2"]}'],
          [
            "POST",
            "/v1alpha/data/export-connectors/credentials",
            '{"parameters":{"lakehouseParameters":{"catalog":"people","clientSecret":"s"}}}',
          ],
        ],
      );
    });
  });

  test("are the contract's where the profile says nothing", async () => {
    const answer = (_: unknown, response: Parameters<typeof sendJson>[0]) => sendJson(response, {});
    await withServer({ answer }, async ({ client, calls }) => {
      await client.loadIntakeSampleData({ path, body: { sampleName: "employee" } });
      await client.deleteUsers({ body: { users: [{ userId: "u-1" }] } });
      assert.deepEqual(
        calls().map(({ url, body }) => [url, body]),
        [
          ["/v1/data/directloads/prod/transactions/t-1/Employee/sample-data", '{"sampleName":"employee"}'],
          ["/v2/admin/users", '{"users":[{"userId":"u-1"}]}'],
        ],
      );
    });
  });

  test("are read back into the contract's, and words without their prefix", async () => {
    const answers = [
      { id: "c-1", parameters: { lakehouseParameters: { catalog: "people" } } },
      { credentials: [{ parameters: { lakehouseParameters: {} } }, { parameters: { warehouse: {} } }] },
      { status: "SQL_TRANSACTION_STATUS_OPEN", children: [{ status: "OPEN" }] },
    ];
    const answer = (_: unknown, response: Parameters<typeof sendJson>[0], count: number) =>
      sendJson(response, answers[count - 1]);
    await withServer({ answer, connection: { profile } }, async ({ client }) => {
      assert.deepEqual(await client.getExportCredential({ path: { id: "c-1" } }), {
        id: "c-1",
        parameters: { lakehouse: { catalog: "people" } },
      });
      assert.deepEqual(await client.listExportCredentials({}), {
        credentials: [{ parameters: { lakehouse: {} } }, { parameters: { warehouse: {} } }],
      });
      assert.deepEqual(await client.getSqlTransaction({ path: { transactionId: "t-1" } }), {
        status: "OPEN",
        children: [{ status: "OPEN" }],
      });
    });
  });

  test("refuse a user without an id where only ids are sent, before anything is sent", async () => {
    const answer = (_: unknown, response: Parameters<typeof sendJson>[0]) => sendJson(response, {});
    await withServer({ answer, connection: { profile } }, async ({ client, calls }) => {
      await assert.rejects(
        client.deleteUsers({ body: { users: [{ username: "ada" }] } }),
        /body\.users\[0\]\.userId is missing, and the deployment deletes users by their ids alone/,
      );
      assert.equal(calls().length, 0);
    });
  });
});

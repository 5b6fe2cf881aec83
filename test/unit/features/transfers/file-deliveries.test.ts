import assert from "node:assert/strict";
import { truncate } from "node:fs/promises";
import { UploadDelivery } from "../../../../src/features/transfers/create-delivery.ts";
import type { DeliveryProgress } from "../../../../src/features/transfers/delivery.ts";
import { FileDelivery } from "../../../../src/features/transfers/file-delivery.ts";
import { ObjectDelivery, type ObjectDeliveryParts } from "../../../../src/features/transfers/object-delivery.ts";
import { batchResult } from "../../../support/intake-server.ts";
import { rejectionOf } from "../../client/client-fixture.ts";
import { type IntakeWorld, noStop, unheard, withIntake } from "./intake-world.ts";

const content = "EmployeeID,Name\r\n1,Zoë\r\n";
const name = "core_hr.csv";
const intoSources = { name, tenant: undefined, sourceId: undefined, tenantCode: undefined, processingData: false };

suite("a file in a transfer session", () => {
  test("goes as one part of a form, and its session is completed", async () => {
    await withIntake(async ({ server, client, file }) => {
      const seen: DeliveryProgress[] = [];
      const sending = new FileDelivery({
        ...intoSources,
        client,
        file: await file("core_hr.csv", content),
        sourceId: "src-1",
      });
      const { job } = await sending.run(noStop(), (progress) => seen.push(progress));
      assert.deepEqual(job, { kind: "job", jobId: "job-receiving-1" });
      const [upload] = server.callsOf("PUT", /ts-1\/upload$/);
      assert.equal(upload?.query.toString(), "sourceId=src-1&sequence=1");
      assert.match(
        upload?.head ?? "",
        /name="file"; filename="core_hr\.csv"\r\nContent-Type: text\/csv\r\n\r\nEmployeeID/,
      );
      assert.deepEqual(seen.at(-1), { bytes: upload?.bytes, totalBytes: upload?.bytes });
    });
  });

  test("names no source when it goes by the names of the files, and names the source that refused its part", async () => {
    await withIntake(async ({ server, client, file }) => {
      server.instead = ({ path }) =>
        path.endsWith("/upload")
          ? { status: 200, body: { ...batchResult("ts-1", 1, "src-1", 0, "FAILED"), status: "PARTIAL" } }
          : undefined;
      const sending = new FileDelivery({ ...intoSources, client, file: await file("batch.zip", "PK") });
      assert.match(String(await rejectionOf(sending.run(noStop(), unheard))), /Core HR FAILED/);
      assert.equal(server.callsOf("PUT", /upload$/)[0]?.query.has("sourceId"), false);
      assert.deepEqual(sending.state, { kind: "file" });
      server.instead = () => undefined;
      await sending.run(noStop(), unheard);
      assert.equal(server.callsOf("PUT", /ts-1\/upload$/).length, 2);
    });
  });
});

suite("a file that is larger than a session takes", () => {
  test("begins none", async () => {
    await withIntake(async ({ server, client, file }) => {
      const large = await file("large.csv", "");
      // Nothing is written: the file only says that it is this long.
      await truncate(large, 3 * 1024 ** 3 + 1);
      const sending = new FileDelivery({ ...intoSources, client, file: large });
      assert.match(
        String(await rejectionOf(sending.run(noStop(), unheard))),
        /large\.csv is larger than the limit of 3 GB; split it/,
      );
      assert.deepEqual([server.calls.length, sending.state], [0, { kind: "nothing" }]);
    });
  });
});

suite("a file in a transaction of direct intake", () => {
  const delivery = async ({ client, file }: IntakeWorld, more: Partial<ObjectDeliveryParts> = {}) =>
    new ObjectDelivery({
      client,
      tenant: undefined,
      name: "employee.csv",
      file: await file("employee.csv", content),
      objectName: "Employee",
      transactionId: undefined,
      commit: true,
      ...more,
    });

  test("is committed, and the transaction's status names the processing job", async () => {
    await withIntake(async (world) => {
      const { job } = await (await delivery(world)).run(noStop(), unheard);
      assert.deepEqual(job, { kind: "job", jobId: "job-processing-1" });
      assert.deepEqual(
        world.server.calls.slice(1).map(({ method, path }) => `${method} ${path.split("/transactions")[1]}`),
        ["POST ", "PUT /dt-1/Employee", "POST /dt-1", "GET /dt-1"],
      );
    });
  });

  test("leaves a transaction open for more, which another file joins", async () => {
    await withIntake(async (world) => {
      assert.equal((await delivery(world, { transactionId: "dt-1" })).open?.wasStartedHere, false);
      const first = await (await delivery(world, { commit: false })).run(noStop(), unheard);
      assert.deepEqual(first, { job: undefined, openTransaction: "dt-1" });
      await (await delivery(world, { transactionId: "dt-1" })).run(noStop(), unheard);
      assert.equal(world.server.callsOf("POST", /transactions$/).length, 1);
      assert.equal(world.server.callsOf("PUT", /dt-1\/Employee$/).length, 2);
    });
  });

  test("asks the gate once for sending it, and again for rolling back", async () => {
    const asked: string[] = [];
    await withIntake(
      async (world) => {
        world.server.instead = ({ method, path }) =>
          method === "POST" && path.endsWith("/dt-1") ? { status: 409, body: {} } : undefined;
        const sending = await delivery(world);
        await rejectionOf(sending.run(noStop(), unheard));
        await sending.discard(noStop());
        assert.deepEqual(asked, [
          "load startIntakeTransaction employee.csv",
          "delete rollBackIntakeTransaction undefined",
        ]);
      },
      async (kind, operation, group) => {
        asked.push(`${kind} ${operation} ${group}`);
        return "allowed";
      },
    );
  });

  test("is sent once when only the commit failed, and can be rolled back", async () => {
    await withIntake(async (world) => {
      world.server.instead = ({ method, path }) =>
        method === "POST" && path.endsWith("/dt-1") ? { status: 409, body: { message: "Locked" } } : undefined;
      const sending = await delivery(world);
      assert.match(String(await rejectionOf(sending.run(noStop(), unheard))), /Locked/);
      assert.match(String(await rejectionOf(sending.run(noStop(), unheard))), /Locked/);
      assert.deepEqual(sending.state, { kind: "sent" });
      assert.equal(world.server.callsOf("PUT", /dt-1\/Employee$/).length, 1);
      await sending.discard(noStop());
      assert.equal(world.server.callsOf("DELETE", /dt-1$/).length, 1);
      assert.equal(sending.open, undefined);
    });
  });
});

suite("the upload of a data file", () => {
  test("follows the redirect, gives its bytes when they are asked for, and begins no job", async () => {
    await withIntake(async ({ server, client, file }) => {
      const seen: DeliveryProgress[] = [];
      const parts = { client, file: await file("a.csv", content), filename: "people 2026.csv", tenant: undefined };
      const sending = new UploadDelivery({ ...parts, load: "wait" });
      const delivered = await sending.run(noStop(), (progress) => seen.push(progress));
      assert.deepEqual(delivered, { job: undefined });
      const [asked] = server.callsOf("PUT", /upload\/files/);
      const [stored] = server.callsOf("PUT", /stored/);
      assert.deepEqual([asked?.bytes, stored?.head, stored?.path], [0, content, "/stored/people%202026.csv"]);
      assert.equal(server.continued, 1);
      const totalBytes = Buffer.byteLength(content);
      assert.deepEqual(seen.at(-1), { bytes: totalBytes, totalBytes });
      assert.equal(server.callsOf("POST", /startload$/).length, 0);
    });
  });

  test("starts the load of the file where that is wanted, and sends it once when only that failed", async () => {
    await withIntake(async ({ server, client, file }) => {
      let failures = 0;
      server.instead = ({ path }) =>
        !path.endsWith("/startload")
          ? undefined
          : ++failures === 1
            ? { status: 403, body: { message: "Not allowed" } }
            : { status: 200, body: { jobId: "j-1" } };
      const parts = { client, file: await file("a.csv", content), filename: "employee.csv", tenant: "WFF_acme" };
      const sending = new UploadDelivery({ ...parts, load: "process" });
      assert.match(String(await rejectionOf(sending.run(noStop(), unheard))), /Not allowed/);
      const job = { kind: "job", jobId: "j-1", tenant: "WFF_acme" };
      assert.deepEqual(await sending.run(noStop(), unheard), { job });
      assert.equal(server.callsOf("PUT", /stored/).length, 1);
      const receiving = new UploadDelivery({ ...parts, load: "receive" });
      assert.deepEqual(await receiving.run(noStop(), unheard), { job });
      assert.deepEqual(
        server.callsOf("POST", /startload$/).map(({ head }) => JSON.parse(head).model),
        [false, false, true].map((skipDataLoad) => ({ files: ["employee.csv"], skipDataLoad })),
      );
    });
  });
});

import assert from "node:assert/strict";
import { reportProgress, type TransferProgress } from "../../../../src/client/interface/transfer-progress.ts";
import { reopenable } from "../../../support/reopenable.ts";
import { fileOf, pieces } from "../byte-sources.ts";
import { withServer } from "../client-fixture.ts";
import { sendJson } from "../local-server.ts";
import { ManualClock } from "../manual-clock.ts";

const facts = { direction: "sending", totalBytes: 4000 } as const;

/** Pieces of a thousand bytes, each of which takes as long as is said. */
async function told(...delaysMs: number[]): Promise<TransferProgress[]> {
  const clock = new ManualClock();
  const reports: TransferProgress[] = [];
  const body = pieces(...delaysMs.map(() => Buffer.alloc(1000)));
  let index = 0;
  for await (const _ of reportProgress(body, facts, clock, (progress) => reports.push(progress))) {
    clock.advance(delaysMs[index++] ?? 0);
  }
  return reports;
}

suite("progress of transfers", () => {
  test("tells bytes, total and speed, and the end", async () => {
    assert.deepEqual(await told(500, 500), [
      { ...facts, bytes: 1000, bytesPerSecond: 2000 },
      { ...facts, bytes: 2000, bytesPerSecond: 2000 },
      { ...facts, bytes: 2000, bytesPerSecond: 2000 },
    ]);
  });

  test("tells no more often than ten times a second", async () => {
    const reports = await told(10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10);
    assert.deepEqual(
      reports.map(({ bytes }) => bytes),
      [1000, 11_000, 12_000],
    );
  });

  test("the speed is that of the last seconds", async () => {
    const slowThenFast = [10_000, 10_000, 100, 100, 100, 2500, 300];
    const reports = await told(...slowThenFast);
    // Six pieces in the 13,000 ms since the mark before the window, not seven in 23,000.
    const last = reports.at(-1);
    assert.equal(last?.bytes, 7000);
    assert.ok(last && last.bytesPerSecond > 7000 / 23.1, String(last?.bytesPerSecond));
  });

  test("an empty body has an end too, and no speed before time has passed", async () => {
    assert.deepEqual(await told(), [{ ...facts, bytes: 0, bytesPerSecond: 0 }]);
  });

  test("a call tells what it sends and what it receives, and begins anew with each attempt", async () => {
    const reports: TransferProgress[] = [];
    const answer = { transactionId: "t" };
    await withServer(
      { answer: (_, response, count) => sendJson(response, count === 1 ? {} : answer, count === 1 ? 401 : 200) },
      async ({ client }) => {
        await client.uploadIntakeFile(
          {
            path: { draftId: "prod", transactionId: "t", objectName: "employee" },
            body: { file: fileOf("a.csv", "ID\n") },
          },
          { onProgress: (progress) => reports.push(progress) },
        );
      },
    );
    const sent = reports.filter(({ direction }) => direction === "sending");
    assert.equal(sent.filter(({ bytes, totalBytes }) => bytes === totalBytes).length, 2);
    assert.ok(sent.some(({ bytes }, index) => bytes < (sent[index - 1]?.bytes ?? 0)));
    assert.equal(reports.at(-1)?.direction, "receiving");
    assert.equal(reports.at(-1)?.bytes, JSON.stringify(answer).length);
  });

  test("a large JSON body is sent in pieces and tells of each, a small one at once", async () => {
    const sent: TransferProgress[] = [];
    await withServer({ answer: (_, response) => sendJson(response, {}) }, async ({ client, clock, calls }) => {
      const send = (text: string) =>
        client.transferJsonBatch(
          { path: { transferSessionId: "t" }, body: [["a"], [text]] },
          {
            onProgress: (progress) => {
              clock.advance(200);
              sent.push(progress);
            },
          },
        );
      await send("é");
      assert.deepEqual(
        sent.map(({ direction }) => direction).filter((direction) => direction === "sending"),
        [],
      );
      const long = "é".repeat(700_000);
      await send(long);
      const body = JSON.stringify([["a"], [long]]);
      assert.equal(calls()[1]?.body, body);
      const large = sent.filter(({ direction }) => direction === "sending");
      assert.ok(large.length > 20);
      assert.equal(large.at(-1)?.bytes, Buffer.byteLength(body));
    });
  });

  test("a stream tells while it is read, without a total when the service names none", async () => {
    const reports: TransferProgress[] = [];
    await withServer(
      {
        answer: (_, response) => {
          response.writeHead(200, { "content-type": "text/csv" });
          response.write("a,b\r\n");
          response.end("1,2\r\n");
        },
      },
      async ({ client }) => {
        const onProgress = (progress: TransferProgress) => void reports.push(progress);
        const { body } = await client.downloadReport({ path: { reportId: "7" } }, { onProgress });
        assert.equal(reports.length, 0);
        for await (const _ of body) {
          // Only read.
        }
      },
    );
    assert.deepEqual(reports.at(-1), {
      direction: "receiving",
      bytes: 10,
      totalBytes: undefined,
      bytesPerSecond: 0,
    });
  });

  test("what can be opened tells its size", () => {
    assert.equal(reopenable({ size: 3, open: () => pieces("abc") }).size, 3);
  });
});

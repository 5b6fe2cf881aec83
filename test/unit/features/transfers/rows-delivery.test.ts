import assert from "node:assert/strict";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { appendFile } from "node:fs/promises";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { RoleGate } from "../../../../src/client/interface/connection.ts";
import { DeniedError } from "../../../../src/client/interface/errors.ts";
import type { DeliveryProgress } from "../../../../src/features/transfers/delivery.ts";
import { RowsDelivery, type RowsDeliveryOptions } from "../../../../src/features/transfers/rows-delivery.ts";
import { batchResult } from "../../../support/intake-server.ts";
import { rejectionOf } from "../../client/client-fixture.ts";
import { type IntakeWorld, noStop, unheard, withIntake } from "./intake-world.ts";

const addPath = /^\/v1\/op\/data-transfer-sessions\/ts-\d\/add$/;
/** A batch of the test of many batches; a soak has those of 10 MiB, the most that the service takes. */
const batchBytes = Number(process.env.WORKFORCE_BATCH_BYTE_COUNT ?? 2 * 1024 * 1024);
const tenBatches = { bytes: { value: batchBytes, text: `${batchBytes} bytes` } };
const threeRows = { rows: { value: 3, text: "3 rows" } };

const csv = (rows: number) =>
  ["EMPLOYEE_ID,FTE", ...Array.from({ length: rows }, (_, index) => `E${index + 1},1`)].join("\n");

function delivery({ client }: IntakeWorld, file: string, more: Partial<RowsDeliveryOptions> = {}): RowsDelivery {
  return new RowsDelivery({
    client,
    tenant: undefined,
    file,
    name: path.basename(file),
    sourceId: "src-1",
    tenantCode: undefined,
    processingData: false,
    limits: threeRows,
    ...more,
  });
}

suite("rows of a file", () => {
  test("go as batches of one session in sequence, each with the header row, and begin the receiving job", async () => {
    await withIntake(async (world) => {
      const file = await world.file("people.csv", csv(7));
      const sending = delivery(world, file, { tenant: "WFF_acme", tenantCode: "WFF_acme~north", processingData: true });
      const delivered = await sending.run(noStop(), unheard);
      assert.deepEqual(delivered, {
        job: { kind: "job", jobId: "job-receiving-1", tenant: "WFF_acme" },
        rows: 7,
        batches: 3,
      });
      const batches = world.server.callsOf("PUT", addPath);
      assert.deepEqual(
        batches.map(({ query, batch }) => [query.toString(), batch]),
        [
          ["sourceId=src-1&sequence=1&tenantCode=WFF_acme%7Enorth", of(["E1", "1"], ["E3", "1"], 3)],
          ["sourceId=src-1&sequence=2&tenantCode=WFF_acme%7Enorth", of(["E4", "1"], ["E6", "1"], 3)],
          ["sourceId=src-1&sequence=3&tenantCode=WFF_acme%7Enorth", of(["E7", "1"], ["E7", "1"], 1)],
        ],
      );
      const [complete] = world.server.callsOf("POST", /receiving-jobs$/);
      assert.deepEqual(complete?.body, { transferSessionId: "ts-1", processingData: true });
      assert.equal(world.server.callsOf("POST", /data-transfer-sessions$/).length, 1);
    });
  });

  test("go on from the batch that failed, with its own number", async () => {
    await withIntake(async (world) => {
      const { server } = world;
      const sending = delivery(world, await world.file("people.csv", csv(7)));
      let failures = 0;
      server.instead = ({ query, path: called }) =>
        addPath.test(called) && query.get("sequence") === "2" && ++failures === 1
          ? { status: 503, body: { message: "Busy" } }
          : undefined;
      assert.match(String(await rejectionOf(sending.run(noStop(), unheard))), /Busy\. The service is not available/);
      assert.deepEqual(sending.state, { kind: "rows", sentRows: 3, batch: 2, lastRow: 6 });
      assert.deepEqual(sending.open, { kind: "session", id: "ts-1", wasStartedHere: true });
      assert.equal((await sending.run(noStop(), unheard)).rows, 7);
      assert.deepEqual(
        server.callsOf("PUT", addPath).map(({ query, batch }) => [query.get("sequence"), batch?.first]),
        [
          ["1", ["E1", "1"]],
          ["2", ["E4", "1"]],
          ["2", ["E4", "1"]],
          ["3", ["E7", "1"]],
        ],
      );
      assert.equal(server.callsOf("POST", /data-transfer-sessions$/).length, 1);
    });
  });

  test("have failed when the service says so in its answer, by tenant and source", async () => {
    await withIntake(async (world) => {
      world.server.instead = ({ path: called }) =>
        addPath.test(called) ? { status: 200, body: batchResult("ts-1", 1, "src-1", 0, "FAILED") } : undefined;
      const sending = delivery(world, await world.file("people.csv", csv(2)));
      assert.match(
        String(await rejectionOf(sending.run(noStop(), unheard))),
        /The service did not take the data: WFF_acme, Core HR FAILED\./,
      );
      assert.equal(world.server.callsOf("POST", /receiving-jobs$/).length, 0);
    });
  });

  test("are not sent again when only the completion failed", async () => {
    await withIntake(async (world) => {
      const { server } = world;
      const sending = delivery(world, await world.file("people.csv", csv(2)));
      let failures = 0;
      server.instead = ({ path: called }) =>
        called.endsWith("receiving-jobs") && ++failures === 1 ? { status: 500, body: { message: "No" } } : undefined;
      await rejectionOf(sending.run(noStop(), unheard));
      assert.deepEqual(sending.state, { kind: "sent" });
      assert.equal((await sending.run(noStop(), unheard)).job?.kind, "job");
      assert.equal(server.callsOf("PUT", addPath).length, 1);
      assert.deepEqual([sending.open, sending.state], [undefined, { kind: "nothing" }]);
    });
  });

  test("stop in the middle of a batch when they are cancelled, and can be given up", async () => {
    await withIntake(async (world) => {
      const { server } = world;
      const controller = new AbortController();
      server.onPiece = ({ path: called, query }) => {
        if (addPath.test(called) && query.get("sequence") === "2") {
          controller.abort();
        }
      };
      const sending = delivery(world, await world.file("people.csv", csv(7)));
      const error = await rejectionOf(sending.run(controller.signal, unheard));
      assert.equal(error, controller.signal.reason);
      assert.deepEqual(sending.state, { kind: "rows", sentRows: 3, batch: 2, lastRow: 6 });
      await sending.discard(noStop());
      assert.equal(server.callsOf("PUT", /ts-1\/cancel$/).length, 1);
      assert.deepEqual(sending.state, { kind: "nothing" });
    });
  });

  test("begin no session for a file that cannot be sent", async () => {
    await withIntake(async (world) => {
      const problemOf = async (name: string, content: string | Uint8Array) =>
        String(await rejectionOf(delivery(world, await world.file(name, content)).run(noStop(), unheard)));
      assert.match(await problemOf("a.csv", ""), /"a\.csv" cannot be sent: it is empty/);
      assert.match(await problemOf("a.csv", "ID,NAME\n"), /no row below its header row/);
      assert.match(await problemOf("a.csv", "ID,\n1,2\n"), /a column without a name/);
      assert.match(await problemOf("a.csv", "ID,ID\n1,2\n"), /names the column "ID" twice/);
      assert.match(await problemOf("a.csv", "ID,NAME\n1,x\n2\n"), /line 3 has 1 value, and the header row has 2/);
      assert.match(await problemOf("a.csv", Buffer.from("ID\nZo\xeb\n", "latin1")), /not text in UTF-8/);
      assert.match(await problemOf("a.jsonl", '{"ID":1}\n{"ID":[1]}\n'), /line 2 has a value that is a list/);
      const gone = delivery(world, path.join(world.folder, "gone.csv"));
      assert.match(String(await rejectionOf(gone.run(noStop(), unheard))), /"gone\.csv".*cannot be read \(ENOENT\)/);
      assert.deepEqual(
        world.server.calls.filter(({ path: called }) => !called.endsWith("serviceSecureToken")),
        [],
      );
    });
  });

  test("that are wrong further down keep what was sent, and go on when the file was corrected", async () => {
    await withIntake(async (world) => {
      const file = await world.file("people.csv", `${csv(5)}\nE6\n`);
      const sending = delivery(world, file);
      assert.match(String(await rejectionOf(sending.run(noStop(), unheard))), /line 7 has 1 value,/);
      assert.deepEqual(sending.state, { kind: "rows", sentRows: 3, batch: 2, lastRow: undefined });
      await world.file("people.csv", csv(6));
      assert.equal((await sending.run(noStop(), unheard)).rows, 6);
      assert.deepEqual(
        world.server.callsOf("PUT", addPath).map(({ batch }) => batch?.first),
        [
          ["E1", "1"],
          ["E4", "1"],
        ],
      );
    });
  });

  test("go on only where the rows that were sent are still the same", async () => {
    for (const changed of [`${csv(6).replace("E2,", "E9,")}`, csv(2), csv(6).replace("FTE", "Fte")]) {
      await withIntake(async (world) => {
        const { server } = world;
        const sending = delivery(world, await world.file("people.csv", `${csv(5)}\nE6\n`));
        await rejectionOf(sending.run(noStop(), unheard));
        await world.file("people.csv", changed);
        assert.match(
          String(await rejectionOf(sending.run(noStop(), unheard))),
          /"people\.csv" cannot be sent: its header row or rows that were sent are no longer the same; cancel the session/,
        );
        assert.equal(server.callsOf("PUT", addPath).length, 1);
        assert.equal(server.callsOf("POST", /receiving-jobs$/).length, 0);
      });
    }
  });

  test("may have another header row and other rows when the first batch was refused", async () => {
    await withIntake(async (world) => {
      const { server } = world;
      const sending = delivery(world, await world.file("people.csv", csv(2)));
      server.instead = ({ path: called }) =>
        addPath.test(called) ? { status: 400, body: { message: "No" } } : undefined;
      await rejectionOf(sending.run(noStop(), unheard));
      server.instead = () => undefined;
      await world.file("people.csv", "ID\n7\n");
      assert.equal((await sending.run(noStop(), unheard)).rows, 1);
      assert.deepEqual(server.callsOf("PUT", addPath).at(-1)?.batch?.header, ["ID"]);
    });
  });

  test("are not completed when the file changed while it was sent", async () => {
    await withIntake(async (world) => {
      const { server } = world;
      const file = await world.file("people.csv", csv(7));
      server.onPiece = async ({ path: called, query }) => {
        if (addPath.test(called) && query.get("sequence") === "1") {
          await appendFile(file, "\nE8,1");
        }
      };
      const sending = delivery(world, file);
      assert.match(String(await rejectionOf(sending.run(noStop(), unheard))), /it changed while it was read/);
      assert.equal(server.callsOf("POST", /receiving-jobs$/).length, 0);
      server.onPiece = () => undefined;
      assert.equal((await sending.run(noStop(), unheard)).rows, 8);
    });
  });

  test("that a batch refuses go on from there when they are corrected", async () => {
    await withIntake(async (world) => {
      const { server } = world;
      const file = await world.file("people.csv", csv(7));
      server.instead = ({ query, path: called }) =>
        addPath.test(called) && query.get("sequence") === "2"
          ? { status: 400, body: { message: "Row 5 is wrong" } }
          : undefined;
      const sending = delivery(world, file);
      await rejectionOf(sending.run(noStop(), unheard));
      server.instead = () => undefined;
      await world.file("people.csv", csv(7).replace("E5,", "E55,"));
      assert.equal((await sending.run(noStop(), unheard)).rows, 7);
      assert.deepEqual(
        server.callsOf("PUT", addPath).map(({ query }) => query.get("sequence")),
        ["1", "2", "2", "3"],
      );
    });
  });

  test("fill a batch up to the last row that the service takes", async function () {
    this.timeout(60_000);
    await withIntake(async (world) => {
      const rowsOf = async (rows: number) => {
        const file = await world.file("many.csv", `ID\n${"1\n".repeat(rows)}`);
        const before = world.server.callsOf("PUT", addPath).length;
        await delivery(world, file, { limits: undefined }).run(noStop(), unheard);
        return world.server
          .callsOf("PUT", addPath)
          .slice(before)
          .map(({ batch }) => batch?.rows);
      };
      assert.deepEqual(await rowsOf(300_000), [300_000]);
      assert.deepEqual(await rowsOf(300_001), [300_000, 1]);
    });
  });

  test("fill a batch up to the last byte that the service takes, as it is sent", async function () {
    this.timeout(60_000);
    await withIntake(async (world) => {
      const most = 10 * 1024 * 1024;
      // [["V"],["é..."],["\n"]]: two bytes for each é, and the line end as an escape.
      const frame = '[["V"],["'.length + '"],["\\n"]]'.length;
      const sizesOf = async (value: string) => {
        const before = world.server.callsOf("PUT", addPath).length;
        const file = await world.file("large.csv", `V\r\n${value}\r\n"\n"\r\n`);
        await delivery(world, file, { limits: undefined }).run(noStop(), unheard);
        return world.server
          .callsOf("PUT", addPath)
          .slice(before)
          .map(({ bytes, batch }) => [bytes, batch?.rows]);
      };
      const value = "é".repeat((most - frame - 1) >> 1) + "x".repeat((most - frame - 1) % 2);
      assert.deepEqual(await sizesOf(`${value}x`), [[most, 2]]);
      assert.deepEqual(
        (await sizesOf(`${value}xx`)).map(([, rows]) => rows),
        [1, 1],
      );
    });
  });

  test("ask the gate once for one delivery, stops and all, and anew for the next one", async () => {
    const asked: string[] = [];
    const gate: RoleGate = async (kind, operation, group) => {
      asked.push(`${kind} ${operation} ${group}`);
      return asked.length === 1 ? "denied" : "allowed";
    };
    await withIntake(async (world) => {
      const { server } = world;
      const file = await world.file("people.csv", csv(7));
      const sending = delivery(world, file);
      assert.ok((await rejectionOf(sending.run(noStop(), unheard))) instanceof DeniedError);
      server.instead = ({ query }) => (query.get("sequence") === "2" ? { status: 400, body: {} } : undefined);
      await rejectionOf(sending.run(noStop(), unheard));
      server.instead = () => undefined;
      await sending.run(noStop(), unheard);
      assert.deepEqual(asked, ["load startTransferSession people.csv", "load startTransferSession people.csv"]);
      assert.equal(server.callsOf("PUT", addPath).length, 4);

      const another = delivery(world, file);
      server.instead = ({ path: called }) => (addPath.test(called) ? { status: 400, body: {} } : undefined);
      await rejectionOf(another.run(noStop(), unheard));
      await another.discard(noStop());
      assert.equal(asked.length, 3);
    }, gate);
  });

  test("begin with a byte order mark or without", async () => {
    await withIntake(async (world) => {
      const file = await world.file("people.csv", `\uFEFF${csv(1)}`);
      await delivery(world, file).run(noStop(), unheard);
      assert.deepEqual(world.server.callsOf("PUT", addPath)[0]?.batch?.header, ["EMPLOYEE_ID", "FTE"]);
    });
  });

  test("of JSON Lines are sent as they are, long numbers as text", async () => {
    await withIntake(async (world) => {
      const lines = ['{"ID":9203817354237048492,"FTE":0.5,"NOTE":null}', '{"FTE":true,"ID":"6392464926136162828"}'];
      await delivery(world, await world.file("people.jsonl", lines.join("\n"))).run(noStop(), unheard);
      assert.deepEqual(world.server.callsOf("PUT", addPath)[0]?.batch, {
        header: ["ID", "FTE", "NOTE"],
        first: ["9203817354237048492", 0.5, null],
        last: ["6392464926136162828", true, null],
        rows: 2,
      });
    });
  });

  test("pass in batches with one of them in memory, however many, and say how far they are", async function () {
    this.timeout(240_000);
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    await withIntake(async (world) => {
      const file = path.join(world.folder, "large.csv");
      const totalBytes = await writeLarge(file, 10 * batchBytes);
      const held: number[] = [];
      const seen: DeliveryProgress[] = [];
      const { client } = world;
      const measured = Object.assign(
        async (...parameters: Parameters<typeof client.transferJsonBatch>) => {
          collect();
          const { heapUsed, arrayBuffers } = process.memoryUsage();
          held.push(heapUsed + arrayBuffers);
          return await client.transferJsonBatch(...parameters);
        },
        { operation: client.transferJsonBatch.operation, row: client.transferJsonBatch.row },
      ) as typeof client.transferJsonBatch;
      const sending = delivery(world, file, { client: { ...client, transferJsonBatch: measured }, limits: tenBatches });
      const { rows, batches = 0 } = await sending.run(noStop(), (progress) => seen.push(progress));
      const sent = world.server.callsOf("PUT", addPath);
      assert.equal(batches, sent.length);
      assert.ok(batches >= 10, `${batches} batches`);
      assert.equal(
        sent.reduce((sum, { batch }) => sum + (batch?.rows ?? 0), 0),
        rows,
      );
      assert.ok(sent.every(({ bytes }) => bytes <= batchBytes));
      const [first = 0, ...others] = held.slice(1, -1);
      const growth = Math.max(...others) - first;
      assert.ok(growth < 2.5 * batchBytes, `${growth} bytes more are held after ${batches} batches`);
      assert.deepEqual(seen.at(-1), { bytes: totalBytes, totalBytes });
      assert.ok(seen.length > 3 * batches, `told ${seen.length} times`);
      assert.ok(seen.every(({ bytes }, index) => bytes >= (seen[index - 1]?.bytes ?? 0)));
    });
  });
});

function of(first: unknown, last: unknown, rows: number) {
  return { header: ["EMPLOYEE_ID", "FTE"], first, last, rows };
}

async function writeLarge(file: string, bytes: number): Promise<number> {
  const stream = createWriteStream(file);
  const text = "x".repeat(200);
  stream.write("EMPLOYEE_ID,FTE,NOTE\n");
  let written = 21;
  for (let row = 1; written < bytes; row++) {
    const line = `E${row},1,"${text}"\n`;
    written += line.length;
    if (!stream.write(line)) {
      await once(stream, "drain");
    }
  }
  stream.end();
  await once(stream, "close");
  return written;
}

import assert from "node:assert/strict";
import type { Client } from "../../src/client/call/client.ts";
import { createServiceClient } from "../../src/client/service-client.ts";
import { SqlTransaction } from "../../src/client/sql/sql-transaction.ts";
import { writeFirstRows } from "../../src/host/row-counter.ts";
import { type BodyPipe, sendResultBody } from "../../src/protocol/body-frames.ts";
import type { ResultSummary } from "../../src/protocol/data-worker.ts";
import type { ResultWriter } from "../../src/protocol/result-sink.ts";
import { defaultRowView } from "../../src/protocol/row-view.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { startWorker, type WorkerProcess, withFolder } from "../unit/results/worker-process.ts";

/** Of the large table; `npm run soak` asks for a million. */
const largeRowCount = Number(process.env.WORKFORCE_OUTPUT_ROW_COUNT ?? 20_000);
/** Bytes of a body that may have come and not be written on yet. */
const largestUnsent = 1024 * 1024;

/** Where a body is counted on its way from the client to the data worker. */
class Passage {
  readonly #memory = new Set<ArrayBufferLike>();
  readonly #onBytes: () => void;
  /** Bytes that came from the service. */
  received = 0;
  /** Bytes that went into the pipe, the headers of frames not among them. */
  sent = 0;
  /** Most bytes that were received and not written yet. */
  mostUnsent = 0;
  /** Bytes that went into the pipe and lie in other memory than what came: somebody has read and made them anew. */
  remade = 0;
  /** Whether the body was given back before its end. */
  isClosed = false;

  constructor(onBytes: () => void) {
    this.#onBytes = onBytes;
  }

  async *of(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    this.isClosed = true;
    for await (const bytes of body) {
      this.#memory.add(bytes.buffer);
      this.received += bytes.length;
      this.mostUnsent = Math.max(this.mostUnsent, this.received - this.sent);
      this.#onBytes();
      yield bytes;
      this.#memory.delete(bytes.buffer);
    }
    this.isClosed = false;
  }

  into(pipe: BodyPipe): BodyPipe {
    let isPayload = false;
    return {
      // A header and its payload are written together.
      cork: () => pipe.cork(),
      uncork: () => pipe.uncork(),
      write: (bytes, onWritten) => {
        const isData = isPayload;
        isPayload = !isPayload && bytes.length > 0 && isHeaderOfData(bytes);
        if (isData) {
          this.remade += this.#memory.has(bytes.buffer) ? 0 : bytes.length;
        }
        return pipe.write(bytes, (error) => {
          this.sent += isData ? bytes.length : 0;
          onWritten(error);
        });
      },
    };
  }
}

/** "data" is the first kind of frame. */
function isHeaderOfData(header: Uint8Array): boolean {
  return header[0] === 0;
}

suite("The rows of a SQL job's output, from the service to the data worker", function () {
  this.timeout(600_000);
  let service: TestService;
  let client: Client;
  let worker: WorkerProcess;
  let transaction: SqlTransaction;
  let release = () => {};
  let over: Promise<void> = Promise.resolve();
  let results = 0;

  suiteSetup(async () => {
    service = await startTestService();
    const { url, apiKey, username, password } = service.service.ready;
    client = createServiceClient({
      connection: { baseUrl: url, apiKey, credentials: async () => ({ username, password }) },
      gate: async () => "allowed",
      logger: silentLogger,
    });
    await new Promise<void>((ready, fail) => {
      over = withFolder(async (folder) => {
        worker = await startWorker(folder);
        ready();
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        await worker.stop();
      });
      over.catch(fail);
    });
    transaction = await SqlTransaction.start(client, {}, { title: "test", extendsWhileRunning: false });
  });
  suiteTeardown(async () => {
    await transaction.abandon();
    client.dispose();
    release();
    await over;
    await service.dispose();
  });

  /** Writes a query's output into the worker as the features do; tells what passed, and the result as it is stored. */
  async function show(query: string, { rowLimit = 0, hasHeader = true, cancelsWhileItComes = false } = {}) {
    const filename = `${++results}.csv`;
    const output = { format: { csv: { header: hasHeader } }, filename };
    const state = await transaction.run({ actions: [{ query: { query, output } }] });
    assert.equal(state.phase, "succeeded", JSON.stringify(state));
    const resultId = `result ${results}`;
    const stopping = new AbortController();
    const { signal } = stopping;
    const passage = new Passage(() => cancelsWhileItComes && stopping.abort(new Error("The query was cancelled.")));
    let stored: ResultSummary | undefined;
    const end = async (as: "partial" | "cancelled", message: string) => {
      stored = await worker.channel.request("abort", { resultId, state: as, message });
    };
    const writer: Pick<ResultWriter, "write" | "cut"> = {
      write: async ({ format, kinds, body }) => {
        await worker.channel.request("open", { resultId, format, kinds, label: "" });
        try {
          await sendResultBody(passage.into(worker.pipe), resultId, body, signal);
        } finally {
          stored = await worker.channel.request("finish", { resultId });
        }
      },
      cut: (message) => end("partial", message),
    };
    const { body } = await transaction.output(filename, signal);
    const format = hasHeader ? "csv" : "csvWithoutHeader";
    const describeCut = (count: number) => `first ${count}`;
    const writing = writeFirstRows(writer, { format, body: passage.of(body) }, rowLimit, describeCut, signal);
    await writing.catch(async (error: unknown) => {
      assert.equal(error, signal.reason);
      await end("cancelled", "");
    });
    assert.ok(stored);
    return { passage, stored };
  }

  async function rowsOf({ resultId, rowCount, columns }: ResultSummary, first = 0) {
    const positions = columns.map((_, position) => position);
    const range = { resultId, first, count: Math.min(rowCount, 500), columns: positions, view: defaultRowView };
    return (await worker.channel.request("window", range)).rows;
  }

  const largeQuery = `SELECT id, concat('person ', id) AS person, repeat('x', 100) AS note FROM range(${largeRowCount}) ORDER BY id`;
  const values = `SELECT * FROM VALUES ('1', 'x "y", z'), (NULL, ''), ('line\\nend', 'ä😀'), ('007', NULL) AS v (a, b)`;

  test("go on as the bytes that came, and are exact: quotes, line ends, missing apart from empty", async () => {
    const { passage, stored } = await show(values);
    assert.deepEqual(
      [stored.state, stored.columns.map(({ name, kind }) => [name, kind]), await rowsOf(stored)],
      [
        "done",
        [
          ["a", "text"],
          ["b", "text"],
        ],
        [
          ["1", 'x "y", z'],
          [null, ""],
          ["line\nend", "ä😀"],
          ["007", null],
        ],
      ],
    );
    assert.ok(passage.received > 0);
    assert.deepEqual([passage.sent, passage.remade], [passage.received, 0]);
    assert.equal(stored.byteCount, passage.received);
  });

  test("are called by their positions without a header", async () => {
    const { stored, passage } = await show(values, { hasHeader: false, rowLimit: 3 });
    assert.deepEqual(
      [stored.state, stored.message, stored.columns.map(({ name }) => name), (await rowsOf(stored)).length],
      ["partial", "first 3", ["_c0", "_c1"], 3],
    );
    assert.equal(passage.remade, 0);
  });

  test("end at the row limit, and are whole where there are no more", async () => {
    const cut = await show(values, { rowLimit: 3 });
    assert.deepEqual([cut.stored.state, cut.stored.message, cut.stored.rowCount], ["partial", "first 3", 3]);
    assert.ok(cut.passage.sent < cut.passage.received);
    assert.equal(cut.passage.remade, 0);
    const whole = await show(values, { rowLimit: 4 });
    assert.deepEqual([whole.stored.state, whole.stored.message, whole.stored.rowCount], ["done", undefined, 4]);
  });

  test("stop when the run is cancelled, and let go of the body", async () => {
    const { passage, stored } = await show(largeQuery, { cancelsWhileItComes: true });
    assert.equal(stored.state, "cancelled");
    assert.ok(stored.rowCount < largeRowCount);
    assert.equal(passage.isClosed, true);
  });

  test(`of a large table stay out of the host's memory: ${largeRowCount.toLocaleString("en")} rows`, async () => {
    for (const rowLimit of [0, largeRowCount - 1]) {
      const { passage, stored } = await show(largeQuery, { rowLimit });
      assert.equal(stored.rowCount, rowLimit || largeRowCount);
      assert.ok(passage.received > 100 * largeRowCount);
      assert.equal(passage.remade, 0);
      assert.ok(passage.mostUnsent <= largestUnsent, `${passage.mostUnsent} bytes of the body lay in the host`);
      const last = stored.rowCount - 1;
      assert.deepEqual((await rowsOf(stored, last))[0]?.slice(0, 2), [String(last), `person ${last}`]);
    }
  });
});

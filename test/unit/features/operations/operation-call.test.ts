import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Session } from "../../../../src/client/call/client.ts";
import { contract } from "../../../../src/contract/contract.ts";
import { ChosenFiles } from "../../../../src/features/operations/chosen-files.ts";
import { formOf } from "../../../../src/features/operations/form-model.ts";
import { type CallParts, callOperation } from "../../../../src/features/operations/operation-call.ts";
import type { CallRequest } from "../../../../src/protocol/operations-view.ts";
import { ManualClock } from "../../client/manual-clock.ts";

type Call = (args: unknown, options: Record<string, unknown>) => Promise<unknown>;

const request: CallRequest = { values: {}, accept: "application/json", delivery: "show" };

function parts(call: Call, more: Partial<CallParts> = {}): CallParts {
  return {
    form: formOf("listReports", contract.listReports),
    clock: new ManualClock(),
    files: new ChosenFiles(),
    session: async () => ({ client: { listReports: call } }) as unknown as Session,
    showRows: async () => assert.fail("no rows were wanted"),
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...more,
  };
}

function streamed(pieces: readonly string[], contentType = "text/csv"): Call {
  return async () => ({
    contentType,
    headers: { "content-type": contentType },
    body: (async function* () {
      for (const piece of pieces) {
        yield Buffer.from(piece);
      }
    })(),
  });
}

describe("a call from the page", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "operation-call-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("shows a value as JSON with its size, status and headers", async () => {
    const call: Call = async (_args, { onAnswer, onProgress }) => {
      (onAnswer as (change: object) => void)({
        status: 201,
        headers: { "x-request": "7", "set-cookie": "token=hush" },
      });
      (onProgress as (progress: object) => void)({ direction: "receiving", bytes: 14 });
      return { reports: [] };
    };
    const { outcome, text } = await callOperation(request, parts(call));
    assert.equal(outcome.kind, "shown");
    assert.ok(outcome.kind === "shown");
    assert.deepEqual(JSON.parse(outcome.text), { reports: [] });
    assert.equal(text, outcome.text);
    assert.equal(outcome.metadata.status, 201);
    assert.deepEqual(outcome.metadata.headers, { "x-request": "7", "set-cookie": "***" });
    assert.equal(outcome.metadata.bytes, 14);
  });

  it("cuts an answer over 5 MB and keeps the whole for saving", async () => {
    const value = Array.from({ length: 200_000 }, (_, index) => `Chloé ${index} with some more text to it`);
    const { outcome, text } = await callOperation(
      request,
      parts(async () => value),
    );
    assert.ok(outcome.kind === "shown" && outcome.isCut && !outcome.isJson);
    assert.ok(Buffer.byteLength(outcome.text) < 1024 * 1024);
    assert.deepEqual(JSON.parse(text ?? ""), value);
  });

  it("saves a stream and says how many bytes came", async () => {
    const file = path.join(folder, "answer.csv");
    const shownText: number[] = [];
    const { outcome } = await callOperation(
      { ...request, delivery: "file" },
      parts(streamed(["a,b\n", "1,2\n"]), { file, onProgress: ({ receivedBytes }) => shownText.push(receivedBytes) }),
    );
    assert.ok(outcome.kind === "saved" && outcome.metadata.bytes === 8);
    assert.equal(await readFile(file, "utf8"), "a,b\n1,2\n");
    assert.equal(shownText.at(-1), 8);
  });

  it("leaves no half file when the stream breaks", async () => {
    const broken: Call = async () => ({
      contentType: "text/csv",
      headers: {},
      body: (async function* () {
        yield Buffer.from("a,b\n");
        throw new Error("The connection broke.");
      })(),
    });
    const { outcome } = await callOperation(
      { ...request, delivery: "file" },
      parts(broken, { file: path.join(folder, "answer.csv") }),
    );
    assert.ok(outcome.kind === "failed" && outcome.message === "The connection broke.");
    assert.deepEqual(await readdir(folder), []);
  });

  it("hands rows to the results", async () => {
    let rows = "";
    const showRows: CallParts["showRows"] = async ({ body }) => {
      for await (const piece of body) {
        rows += Buffer.from(piece).toString();
      }
    };
    const lines = streamed(["[1]\n", "[2]\n"], "application/jsonlines");
    const { outcome } = await callOperation({ ...request, delivery: "results" }, parts(lines, { showRows }));
    assert.ok(outcome.kind === "opened" && outcome.metadata.bytes === 8);
    assert.equal(rows, "[1]\n[2]\n");
  });

  it("says where the arguments are wrong", async () => {
    const refuse: Call = async () => {
      throw Object.assign(new Error("listReports: not sent, because query.limit must be >= 1."), {
        field: "query.limit",
      });
    };
    const { outcome } = await callOperation(request, parts(refuse));
    assert.ok(outcome.kind === "failed" && outcome.field === "query.limit");
  });

  it("ends as cancelled when it was stopped, whatever the client throws", async () => {
    const controller = new AbortController();
    const call: Call = async () => {
      controller.abort();
      throw new Error("aborted");
    };
    const { outcome } = await callOperation(request, parts(call, { signal: controller.signal }));
    assert.deepEqual(outcome, { kind: "cancelled" });
  });

  it("sends a chosen file as a part that can be read again, and names a file that is gone", async () => {
    const file = path.join(folder, "people.csv");
    await writeFile(file, "id\n1\n");
    const files = new ChosenFiles();
    const reference = await files.add(file);
    let sent: {
      body: { file: { filename: string; contentType: string; size: number; open(): AsyncIterable<Buffer> } };
    };
    const call: Call = async (args) => {
      sent = args as typeof sent;
      const read = async () => await textOf(sent.body.file.open());
      assert.equal(await read(), "id\n1\n");
      assert.equal(await read(), "id\n1\n");
      assert.deepEqual(
        [sent.body.file.filename, sent.body.file.contentType, sent.body.file.size],
        ["people.csv", "text/csv", 5],
      );
      return {};
    };
    const upload = { ...request, values: { body: { file: reference } } };
    assert.equal((await callOperation(upload, parts(call, { files }))).outcome.kind, "shown");
    await rm(file);
    const { outcome } = await callOperation(upload, parts(call, { files }));
    assert.ok(outcome.kind === "failed" && /"people.csv" no longer exists/.test(outcome.message));
  });
});

async function textOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const piece of pieces) {
    text += piece.toString();
  }
  return text;
}

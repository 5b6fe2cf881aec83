import assert from "node:assert/strict";
import * as vscode from "vscode";
import { contract } from "../../../src/contract/contract.ts";
import { CallHistoryStore } from "../../../src/features/operations/call-history.ts";
import { formOf } from "../../../src/features/operations/form-model.ts";
import { OperationPanel } from "../../../src/features/operations/operation-panel.ts";
import type { Packet } from "../../../src/protocol/channel.ts";
import type { CallRequest } from "../../../src/protocol/operations-view.ts";
import type { ResultAnswer, RunControls } from "../../../src/protocol/result-sink.ts";
import { eventually } from "../../support/eventually.ts";
import { memoryContext } from "./memory-context.ts";
import { ReplacedWindow } from "./replaced-window.ts";

type Parts = ConstructorParameters<typeof OperationPanel>[1];

/** A result that was begun, and its text once it is there. */
interface Opened {
  readonly controls: RunControls;
  text?: string;
}

suite("Run Again of what a page of an operation put into the results", () => {
  const window = new ReplacedWindow();
  const received = new vscode.EventEmitter<unknown>();
  let answer: (limit: number) => Promise<unknown>;
  let posted: Packet[];
  let opened: Opened[];
  let shown: string[];
  let panel: OperationPanel;

  setup(() => {
    answer = async (limit) => ({ reports: [{ title: `limit ${limit}` }] });
    posted = [];
    opened = [];
    shown = [];
    window.replace("showErrorMessage", async (message: string) => void shown.push(message));
    const webview = {
      postMessage: async (packet: Packet) => posted.push(packet) > 0,
      onDidReceiveMessage: received.event,
    } as unknown as vscode.Webview;
    const client = { listReports: ({ query }: { query: { limit: number } }) => answer(query.limit) };
    panel = new OperationPanel(webview, {
      log: { error: () => undefined },
      form: {
        ...formOf("listReports", contract.listReports),
        answers: [{ contentType: "application/json", deliveries: ["show", "results"] }],
      },
      row: contract.listReports,
      target: {
        connectionId: "local",
        connection: "Local",
        tenant: "acme",
        session: async () => ({ client }),
        loginTenant: async () => "acme",
        availability: { known: () => new Set() },
      },
      history: new CallHistoryStore(memoryContext().context.workspaceState),
      results: {
        begin: async (_origin: unknown, controls: RunControls) => {
          const result: Opened = { controls };
          opened.push(result);
          const write = async ({ body }: ResultAnswer) => {
            result.text = await textOf(body);
          };
          return { write, fail: async () => undefined };
        },
      },
      watchJob: async () => undefined,
    } as unknown as Parts);
  });
  teardown(() => {
    panel.dispose();
    window.giveBack();
  });

  let id = 0;
  const ask = async (name: string, params: unknown = {}) => {
    const asked = ++id;
    received.fire({ type: "request", id: asked, name, params });
    const packet = await eventually(async () => posted.find((one) => one.type !== "event" && one.id === asked));
    assert.ok(packet.type === "result", JSON.stringify(packet));
    return packet.value;
  };
  const requestOf = (limit: number): CallRequest => ({
    values: { query: { limit } },
    accept: "application/json",
    delivery: "show",
  });
  const textAt = (index: number) => eventually(async () => opened[index]?.text);

  test("sends the call of the opened answer again, and leaves the page its own answer", async () => {
    await ask("send", requestOf(1));
    await ask("openAnswer");
    await ask("send", requestOf(2));
    opened[0]?.controls.rerun();
    assert.match(await textAt(1), /limit 1/);
    await ask("copyAnswer");
    assert.match(await vscode.env.clipboard.readText(), /limit 2/);
    opened[1]?.controls.rerun();
    assert.match(await textAt(2), /limit 1/);
  });

  test("shows why it failed, once", async () => {
    await ask("send", requestOf(1));
    await ask("openAnswer");
    answer = () => Promise.reject(new Error("The service is away."));
    opened[0]?.controls.rerun();
    await eventually(async () => shown[0]);
    assert.deepEqual([shown, opened.length], [["The service is away."], 1]);
  });

  test("shows a failure of rows in their result, or by itself when there is none", async () => {
    const rows = (body: () => AsyncGenerator<Uint8Array>) => async () => ({
      contentType: "application/jsonlines",
      headers: {},
      body: body(),
    });
    answer = rows(async function* () {
      yield Buffer.from("[1]\n");
    });
    await ask("send", { ...requestOf(1), delivery: "results" });
    answer = rows(async function* () {
      yield Buffer.from("[1]\n");
      throw new Error("The connection broke.");
    });
    opened[0]?.controls.rerun();
    await eventually(async () => opened[1]);
    answer = () => Promise.reject(new Error("The service is away."));
    opened[0]?.controls.rerun();
    await eventually(async () => shown[0]);
    assert.deepEqual([shown, opened.length], [["The service is away."], 2]);
  });
});

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const piece of body) {
    text += Buffer.from(piece).toString();
  }
  return text;
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  createProtocolConnection,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import {
  type ModelSearch,
  type ModelSearchResult,
  modelRequests,
} from "../../src/languages/core/model/model-requests.ts";
import { languageServerFlags } from "../../src/languages/start.ts";
import { benchTables } from "./table-sql-text.ts";

export interface BenchLanguageServer {
  readonly connection: ProtocolConnection;
  /** Opens a document and waits until its problems are told. */
  open(uri: string, languageId: string, text: string): Promise<void>;
  /** What the process holds in memory, in megabytes. */
  residentMegabytes(): Promise<number>;
}

/** Runs `work` with the language server as it ships, started as the extension starts it. */
export async function withLanguageServer<Value>(
  extensionFolder: string,
  work: (server: BenchLanguageServer) => Promise<Value>,
  search: (asked: ModelSearch) => ModelSearchResult = () => ({ entries: [], isComplete: true }),
): Promise<Value> {
  const program = join(extensionFolder, "dist", "language-server.js");
  const child = spawn(process.execPath, [...languageServerFlags, program, "--stdio"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const waiting = new Map<string, () => void>();
  connection.onNotification("textDocument/publishDiagnostics", ({ uri }: { uri: string }) => waiting.get(uri)?.());
  const list = { tables: benchTables, isComplete: true };
  connection.onRequest("workforce/tables/search", () => list);
  connection.onRequest("workforce/tables/find", () => list);
  connection.onRequest(modelRequests.search, search);
  connection.listen();
  try {
    await connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
    await connection.sendNotification("initialized", {});
    return await work({
      connection,
      open: async (uri, languageId, text) => {
        const told = new Promise<void>((resolve) => waiting.set(uri, resolve));
        const textDocument = { uri, languageId, version: 1, text };
        await connection.sendNotification("textDocument/didOpen", { textDocument });
        await told;
      },
      residentMegabytes: async () => {
        const status = await readFile(`/proc/${child.pid}/status`, "utf8");
        return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
      },
    });
  } finally {
    connection.dispose();
    child.kill();
    if (child.exitCode === null && child.signalCode === null) {
      await once(child, "exit");
    }
  }
}

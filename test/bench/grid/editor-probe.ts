// Runs inside the extension host of the bench's window and does there what it is asked over a port that it writes down.
import { renameSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as vscode from "vscode";

const collections = 5;

/** Lasts as long as the window: with its end VS Code would close it. */
export async function run(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  const server = createServer((request, response) => {
    answer(new URL(request.url ?? "/", "http://probe"), collectGarbage).then(
      (value) => end(response, 200, value),
      (error: unknown) => end(response, 500, { message: String(error) }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const file = join(process.env.WORKFORCE_BENCH_PROBE ?? "", "port");
  writeFileSync(`${file}.partial`, String((server.address() as AddressInfo).port));
  renameSync(`${file}.partial`, file);
  await new Promise<void>((resolve) => server.once("close", resolve));
}

async function answer({ pathname, searchParams }: URL, collectGarbage: () => void): Promise<unknown> {
  switch (pathname) {
    case "/memory": {
      // What a collection finalizes frees more at the next one; buffers outside of the heap go between them.
      for (let turn = 0; turn < collections; turn++) {
        collectGarbage();
        await setImmediate();
      }
      const { heapUsed, external, rss } = process.memoryUsage();
      return { usedBytes: heapUsed + external, rssBytes: rss };
    }
    case "/open":
      await show(searchParams);
      return {};
    case "/run": {
      await show(searchParams);
      // Not awaited: it ends with the last row.
      void vscode.commands.executeCommand("workforce.queries.run");
      return {};
    }
    default:
      throw new Error(`Nobody answers ${pathname}.`);
  }
}

async function show(parameters: URLSearchParams): Promise<void> {
  const document = await vscode.workspace.openTextDocument(parameters.get("file") ?? "");
  await vscode.window.showTextDocument(document);
}

function end(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

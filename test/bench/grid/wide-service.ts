import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pino } from "pino";
import { startService } from "../../../src/service/process/service.ts";
import { computeInstanceProof, livenessPath, serviceFilePathOf } from "../../../src/service/process/start.ts";
import { type BenchOptions, engineLimits } from "../bench-options.ts";
import { wideColumns, wideLines } from "./wide-rows.ts";

const queryPath = "/v1/data/query/sql";
const linesAtOnce = 2000;

/** How far a body was at an instant of the wall clock. */
interface Progress {
  readonly atMs: number;
  readonly sentBytes: number;
}

/** The embedded service with queries that answer a wide table, as large as it is told, whatever they ask. */
export class WideService {
  /** What a window of VS Code attaches to. */
  readonly dataFolder: string;
  rowCount = 100;
  #progress: Progress[] = [];
  /** What a window asks this server to prove that it knows. */
  #instance = "";

  private constructor(dataFolder: string) {
    this.dataFolder = dataFolder;
  }

  static async with<Value>(
    { scratchFolder }: BenchOptions,
    work: (service: WideService) => Promise<Value>,
  ): Promise<Value> {
    const folder = await mkdtemp(join(scratchFolder, "wide-service-"));
    const ownFolder = join(folder, "own");
    const service = await startService(
      { dataFolder: ownFolder, ...engineLimits },
      { logger: pino({ level: "silent" }) },
    );
    const wide = new WideService(join(folder, "shown"));
    const server = createServer((incoming, outgoing) => {
      wide.#answer(service.ready.url, incoming, outgoing).catch(() => outgoing.destroy());
    });
    try {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const running = JSON.parse(await readFile(serviceFilePathOf(ownFolder), "utf8"));
      wide.#instance = running.instance;
      await mkdir(wide.dataFolder, { recursive: true });
      await writeFile(serviceFilePathOf(wide.dataFolder), JSON.stringify({ ...running, url }), { mode: 0o600 });
      return await work(wide);
    } finally {
      server.closeAllConnections();
      server.close();
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** The share of the last body, from 0 to 1, that had been handed to the network at an instant of the wall clock. */
  sentAt(atMs: number): number {
    const all = this.#progress.at(-1)?.sentBytes ?? Number.NaN;
    return (this.#progress.find((progress) => progress.atMs >= atMs)?.sentBytes ?? all) / all;
  }

  get sentBytes(): number {
    return this.#progress.at(-1)?.sentBytes ?? 0;
  }

  async #answer(target: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (incoming.url?.startsWith(queryPath)) {
      incoming.resume();
      await this.#sendRows(outgoing);
      return;
    }
    const url = new URL(incoming.url ?? "", target);
    if (url.pathname === livenessPath) {
      const port = Number(new URL(`http://${incoming.headers.host}`).port);
      const proof = computeInstanceProof(this.#instance, url.searchParams.get("challenge") ?? "", port);
      outgoing.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ pid: process.pid, proof }));
      return;
    }
    const call = request(url, { method: incoming.method, headers: { ...incoming.headers, host: url.host } });
    call.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    call.on("error", () => outgoing.destroy());
    incoming.pipe(call);
  }

  /** As fast as it is taken. */
  async #sendRows(outgoing: ServerResponse): Promise<void> {
    this.#progress = [];
    outgoing.writeHead(200, { "content-type": "application/jsonlines" });
    outgoing.write(`${JSON.stringify(wideColumns.map(({ name }) => name))}\n`);
    let sentBytes = 0;
    for (let first = 0; first < this.rowCount; first += linesAtOnce) {
      const lines = Buffer.from(wideLines(first, Math.min(linesAtOnce, this.rowCount - first)));
      sentBytes += lines.length;
      this.#progress.push({ atMs: Date.now(), sentBytes });
      if (!outgoing.write(lines)) {
        await once(outgoing, "drain");
      }
    }
    outgoing.end();
  }
}

import { connect } from "node:net";
import * as vscode from "vscode";
import { EventSource } from "../../base/event.ts";
import type { Log } from "../../host/log.ts";
import { startChild } from "../../host/processes/child.ts";
import { withProgress } from "../../host/progress.ts";
import { readSettings } from "../../host/settings.ts";
import {
  alivePath,
  parseReadyLine,
  type ReadyLine,
  readServiceFile,
  type ServiceFile,
  serviceArguments,
  serviceBundle,
} from "../../service/start.ts";

export interface LocalServiceOptions {
  readonly log: Log;
  readonly extensionUri: vscode.Uri;
  readonly storageUri: vscode.Uri;
}

const pingIntervalMs = 20_000;
/** The service ends when no window has called it for so long; longer than a window takes to reload. */
const idleExitSeconds = 120;
/** A first start makes the sample workforce, which takes long when it is large. */
const readyTimeoutMs = 10 * 60_000;

/** The embedded service: attached to when another window runs it, started when nobody does. */
export class LocalService implements vscode.Disposable {
  readonly #options: LocalServiceOptions;
  readonly #ended = new EventSource<void>();
  /** The service is gone; the next `ready` starts it again. */
  readonly onDidEnd = this.#ended.event;
  #ready: Promise<ReadyLine> | undefined;
  #running: ReadyLine | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;

  constructor(options: LocalServiceOptions) {
    this.#options = options;
  }

  /** Address and credentials of the running service. */
  async ready(): Promise<ReadyLine> {
    const running = this.#running;
    if (running && (await hasEnded(running)) && this.#running === running) {
      this.#options.log.warn("The local service has ended; it is started again.");
      this.#forget();
    }
    if (!this.#ready) {
      this.#ready = this.#connect();
      this.#ready.catch(() => this.#forget());
    }
    return await this.#ready;
  }

  /** Stops the service for every window. */
  async stop(): Promise<void> {
    const running = readServiceFile(this.#dataFolder().fsPath);
    if (running && (await isAlive(running))) {
      process.kill(running.pid, "SIGTERM");
      await waitUntil(async () => readServiceFile(this.#dataFolder().fsPath) === undefined);
    }
    this.#forget();
  }

  dispose(): void {
    clearInterval(this.#ping);
    this.#ended.dispose();
  }

  async #connect(): Promise<ReadyLine> {
    const folder = this.#dataFolder();
    await vscode.workspace.fs.createDirectory(folder);
    const service = (await findRunning(folder.fsPath)) ?? (await this.#startAfterLast(folder));
    this.#running = service;
    this.#keepAlive(service);
    return service;
  }

  /** A service that was killed holds its folder until its process is gone. */
  async #startAfterLast(folder: vscode.Uri): Promise<ReadyLine> {
    const last = readServiceFile(folder.fsPath);
    if (last && (await hasEnded(last))) {
      await waitUntil(async () => readServiceFile(folder.fsPath) === undefined);
    }
    return await this.#start(folder);
  }

  async #start(folder: vscode.Uri): Promise<ReadyLine> {
    const { log, extensionUri } = this.#options;
    const { people, profile } = readSettings();
    try {
      return await withProgress("statusBar", vscode.l10n.t("Starting the local Workforce service"), async () => {
        const { line } = await startChild(
          {
            name: vscode.l10n.t("The local Workforce service"),
            modulePath: vscode.Uri.joinPath(extensionUri, "dist", serviceBundle).fsPath,
            args: serviceArguments({
              dataFolder: folder.fsPath,
              hasSample: true,
              people,
              idleExitSeconds,
              ...(profile !== "" && { profile }),
            }),
            heapLimitMb: 1024,
            threads: 4,
            readiness: "line",
            readyTimeoutMs,
            sharedLogFile: vscode.Uri.joinPath(folder, "service.log").fsPath,
          },
          log,
        );
        const ready = parseReadyLine(line);
        if (!ready) {
          throw new Error(vscode.l10n.t("The local Workforce service answered in an unknown form; see the log."));
        }
        return ready;
      });
    } catch (error) {
      // Another window may have won the race to start it.
      const running = await findRunning(folder.fsPath);
      if (running) {
        return running;
      }
      throw error;
    }
  }

  #dataFolder(): vscode.Uri {
    const { dataFolder } = readSettings();
    return dataFolder === "" ? vscode.Uri.joinPath(this.#options.storageUri, "service") : vscode.Uri.file(dataFolder);
  }

  #keepAlive(service: ReadyLine): void {
    clearInterval(this.#ping);
    this.#ping = setInterval(async () => {
      if (!(await isAlive(service))) {
        this.#options.log.warn("The local service does not answer; the next call starts it again.");
        this.#forget();
      }
    }, pingIntervalMs);
  }

  #forget(): void {
    clearInterval(this.#ping);
    this.#ready = undefined;
    this.#running = undefined;
    this.#ended.fire();
  }
}

/** Whether nobody listens at the address any more; one that is only slow has not ended. */
function hasEnded({ url }: ReadyLine): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.setTimeout(3000);
    socket.once("connect", () => resolve(false));
    socket.once("timeout", () => resolve(false));
    socket.once("error", () => resolve(true));
    for (const event of ["connect", "timeout", "error"]) {
      socket.once(event, () => socket.destroy());
    }
  });
}

async function findRunning(folder: string): Promise<ServiceFile | undefined> {
  const service = readServiceFile(folder);
  return service && (await isAlive(service)) ? service : undefined;
}

/** Whether the very service of the file answers, and not something else on its port. */
async function isAlive({ url, apiKey, ...service }: ReadyLine & Partial<ServiceFile>): Promise<boolean> {
  try {
    const answer = await fetch(`${url}${alivePath}`, {
      headers: { apikey: apiKey },
      signal: AbortSignal.timeout(3000),
    });
    const { instance } = (await answer.json()) as { instance?: string };
    return answer.ok && (service.instance === undefined || instance === service.instance);
  } catch {
    // Nobody there, or nobody who speaks so.
    return false;
  }
}

async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 100 && !(await isTrue()); attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

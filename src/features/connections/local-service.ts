import { existsSync } from "node:fs";
import * as vscode from "vscode";
import { EventSource } from "../../base/event.ts";
import { type Log, logFailure } from "../../host/log.ts";
import { startChildProcess } from "../../host/processes/child.ts";
import { withProgress } from "../../host/progress.ts";
import { readSettings } from "../../host/settings.ts";
import {
  createServiceProcessOptions,
  parseReadyLine,
  type ReadyLine,
  readServiceFile,
  serviceFilePathOf,
} from "../../service/process/start.ts";
import { answerTimeoutMs, findRunning, isAlive, portIfFree, probeService, waitUntil } from "./service-probe.ts";

interface LocalServiceOptions {
  readonly log: Log;
  readonly extensionUri: vscode.Uri;
  readonly storageUri: vscode.Uri;
}

const pingIntervalMs = 20_000;
/** Minimum time in milliseconds between two automatic restarts of the embedded service. */
const restartIntervalMs = 60_000;
/** Time in seconds without requests after which the embedded service exits. Longer than a window takes to reload. */
const idleExitSeconds = 120;
/** Time in milliseconds after its last use during which a window keeps the embedded service running. */
const keepAliveMs = 15 * 60_000;
/**
 * Maximum time in milliseconds to wait for the start of the embedded service. The first start creates sample data,
 * which takes long for many people.
 */
const readyTimeoutMs = 10 * 60_000;

/** Controller of the embedded service. Connects to the service that another window started, or else starts it. */
export class LocalService implements vscode.Disposable {
  readonly #options: LocalServiceOptions;
  readonly #ended = new EventSource<void>();
  /** Fires when the embedded service has ended. The next call of `ready` starts it again. */
  readonly onDidEnd = this.#ended.event;
  #ready: Promise<ReadyLine> | undefined;
  #running: ReadyLine | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  /** Time of the last call of `ready` in this window, in epoch milliseconds. */
  #usedAt = 0;
  #isStopped = false;
  /** Port of the last embedded service. It is reused, so that clients of a crashed service reach the restarted one. */
  #port = 0;
  #restartedAt = Number.NEGATIVE_INFINITY;

  constructor(options: LocalServiceOptions) {
    this.#options = options;
  }

  /**
   * Returns URL and credentials of the running embedded service, and starts it if necessary. Throws an error if the
   * service does not respond.
   */
  async ready(): Promise<ReadyLine> {
    this.#usedAt = Date.now();
    this.#isStopped = false;
    const running = this.#running;
    // Probed before each use, because whatever listens at the address gets the credentials next.
    const found = running && (await probeService(running, answerTimeoutMs));
    if (found === "silent") {
      throw new Error(
        vscode.l10n.t(
          "The local Workforce service does not answer. Wait until it has finished its work, or stop it and try again.",
        ),
      );
    }
    if (found === "ended" && this.#running === running) {
      this.#options.log.warn("The local service has ended; it is started again.");
      this.#forget();
    }
    if (!this.#ready) {
      this.#ready = this.#connect();
      this.#ready.catch(() => this.#forget());
    }
    return await this.#ready;
  }

  /** Whether the user stopped the embedded service and it has not been used since. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Stops the embedded service for all windows. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const running = readServiceFile(this.dataFolder.fsPath);
    if (running && (await isAlive(running))) {
      process.kill(running.pid, "SIGTERM");
      await waitUntil(async () => readServiceFile(this.dataFolder.fsPath) === undefined);
    }
    this.#forget();
  }

  dispose(): void {
    this.#running = undefined;
    clearInterval(this.#ping);
    this.#ended.dispose();
  }

  async #connect(): Promise<ReadyLine> {
    const folder = this.dataFolder;
    const service = (await findRunning(folder.fsPath)) ?? (await this.#startAfterPrevious(folder));
    this.#running = service;
    this.#port = Number(new URL(service.url).port);
    this.#keepAlive(service);
    return service;
  }

  /** Starts the embedded service, after the process of a killed service has released the data folder. */
  async #startAfterPrevious(folder: vscode.Uri): Promise<ReadyLine> {
    // The service would refuse the folder too, but only after a log was written into it.
    const { inspectDataFolder } = await import("../../service/process/data-folder.ts");
    if ((await inspectDataFolder(folder.fsPath)) === "foreign") {
      throw new Error(
        vscode.l10n.t(
          'The folder {0} holds files that do not belong to the Workforce service, so the service was not started and nothing was changed. Choose an empty folder in the setting "{1}", or clear the setting.',
          folder.fsPath,
          "workforce.localService.dataFolder",
        ),
      );
    }
    await vscode.workspace.fs.createDirectory(folder);
    const last = readServiceFile(folder.fsPath);
    if (last && (await probeService(last)) === "ended") {
      await waitUntil(async () => readServiceFile(folder.fsPath) === undefined);
    }
    return await this.#start(folder);
  }

  async #start(folder: vscode.Uri): Promise<ReadyLine> {
    const { log, extensionUri } = this.#options;
    const { people, profile, allowedHosts, allowedFolders } = readSettings();
    try {
      return await withProgress("statusBar", vscode.l10n.t("Starting the local Workforce service"), async () => {
        const { child, line } = await startChildProcess(
          {
            name: vscode.l10n.t("The local Workforce service"),
            ...createServiceProcessOptions(extensionUri.fsPath, {
              dataFolder: folder.fsPath,
              hasSample: true,
              people,
              idleExitSeconds,
              port: await portIfFree(this.#port),
              ...(profile !== "" && { profile }),
              allowedHosts,
              allowedFolders,
            }),
            readyTimeoutMs,
            sharedLogFile: vscode.Uri.joinPath(folder, "service.log").fsPath,
          },
          log,
        );
        const ready = parseReadyLine(line);
        if (!ready) {
          throw new Error(vscode.l10n.t("The local Workforce service sent an unexpected first line; see the log."));
        }
        child.onDidExit(() => this.#handleEnd());
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

  /** Folder of the data of the embedded service. */
  get dataFolder(): vscode.Uri {
    const { dataFolder } = readSettings();
    return dataFolder === "" ? vscode.Uri.joinPath(this.#options.storageUri, "service") : vscode.Uri.file(dataFolder);
  }

  #keepAlive(service: ReadyLine): void {
    clearInterval(this.#ping);
    this.#ping = setInterval(async () => {
      if (Date.now() - this.#usedAt > keepAliveMs) {
        // Without calls the service ends by itself; `ready` notices that and starts it again.
        return;
      }
      if (this.#running === service && !(await isAlive(service))) {
        this.#handleEnd();
      }
    }, pingIntervalMs);
  }

  /**
   * Handles the exit of the embedded service. A crashed service leaves its service file behind and is restarted at
   * once, because jobs may be waiting.
   */
  #handleEnd(): void {
    if (!this.#running) {
      return;
    }
    this.#forget();
    const hasDied = existsSync(serviceFilePathOf(this.dataFolder.fsPath));
    if (!hasDied || Date.now() - this.#restartedAt < restartIntervalMs) {
      this.#options.log.warn("The local service has ended; the next call starts it again.");
      return;
    }
    this.#restartedAt = Date.now();
    this.#options.log.warn("The local service died; it is started again.");
    this.ready().catch((error: unknown) => {
      logFailure(this.#options.log, "The local service cannot be started again", error);
    });
  }

  #forget(): void {
    clearInterval(this.#ping);
    this.#ready = undefined;
    this.#running = undefined;
    this.#ended.fire();
  }
}

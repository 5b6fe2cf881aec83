import "./thread-pool.ts";
import { statfsSync } from "node:fs";
import type { Logger } from "pino";
import { hasErrorCode, isDiskFull } from "../../base/error-causes.ts";
import { ProfileError } from "../call/profile.ts";
import { StoreError } from "../store/store-error.ts";
import { parseServiceArguments, UsageError } from "./arguments.ts";
import { claimDataFolder } from "./data-folder.ts";
import { createLogger } from "./logger.ts";
import { type RunningService, startService } from "./service.ts";
import { exitCodes, readServiceFile } from "./start.ts";

/** Runs the service until a signal or the idle timeout ends it. */
async function run(): Promise<void> {
  const options = parseServiceArguments(process.argv.slice(2));
  // Everything that the service writes is personal data or credentials: only the owner may read it, spilled rows
  // included.
  process.umask(0o077);
  // Before the log is opened, which may be in the folder: a folder with other files must stay unchanged.
  await claimDataFolder(options.dataFolder);
  const logger = createLogger(options.logFile);
  logUncaughtErrors(logger);
  const starting = new AbortController();
  let service: RunningService | undefined;
  let isStopping = false;
  const stop = (reason: string) => {
    if (isStopping) {
      return;
    }
    isStopping = true;
    logger.info({ reason }, "stopping");
    starting.abort(new Error("The service was stopped while it started."));
    service?.stop().then(
      () => process.exit(exitCodes.ok),
      (error: unknown) => {
        logger.error({ err: error }, "stopping failed");
        process.exit(exitCodes.failed);
      },
    );
  };
  process.on("SIGTERM", () => stop("SIGTERM"));
  process.on("SIGINT", () => stop("SIGINT"));
  try {
    service = await startService(options, { logger, signal: starting.signal, onIdle: () => stop("idle") });
  } catch (error) {
    fail(error, options.dataFolder, isStopping);
  }
  if (isStopping) {
    await service.stop();
    process.exit(exitCodes.ok);
  }
  logger.info({ url: service.ready.url }, "ready");
  process.stdout.write(`${JSON.stringify(service.ready)}\n`);
}

/** Writes Node's warnings and uncaught exceptions to the log instead of to standard error. */
function logUncaughtErrors(logger: Logger): void {
  process.removeAllListeners("warning");
  process.on("warning", (warning) => logger.warn({ err: warning }, "warning"));
  process.on("uncaughtException", (error) => {
    logger.fatal({ err: error }, "uncaught error");
    process.exit(exitCodes.failed);
  });
}

/** Prints one line with the problem and its remedy, and ends the process with the matching exit code. */
function fail(error: unknown, dataFolder: string | undefined, isStopping: boolean): never {
  if (isStopping) {
    process.exit(exitCodes.ok);
  }
  if (error instanceof StoreError && error.kind === "inUse" && dataFolder !== undefined) {
    const other = readServiceFile(dataFolder);
    const which = other ? `, process ${other.pid} at ${other.url}` : "";
    end(
      exitCodes.folderInUse,
      `The data folder ${dataFolder} is in use by another service${which}. Use that one, stop it, or name another folder with --data.`,
    );
  }
  if (error instanceof UsageError || error instanceof ProfileError) {
    end(exitCodes.usage, error.message);
  }
  if (isDiskFull(error) && dataFolder !== undefined) {
    end(exitCodes.failed, fullDiskMessage(dataFolder));
  }
  if (isListenFailure(error)) {
    end(exitCodes.failed, "The port is in use by another program. Name another one with --port, or 0 for a free one.");
  }
  const reason = error instanceof Error ? error.message : "unknown failure";
  end(exitCodes.failed, `The service cannot start: ${reason.replace(/\.$/, "")}.`);
}

/**
 * Returns the message that the disk is full. It can promise that nothing was lost, because a start changes nothing
 * before it has enough disk space.
 */
function fullDiskMessage(dataFolder: string): string {
  const { bavail, bsize } = statfsSync(dataFolder);
  return `The service cannot start: the disk of the data folder ${dataFolder} is full, with ${bavail * bsize} bytes free. Free some space, then start again; what is in the folder is kept.`;
}

function isListenFailure(error: unknown): boolean {
  return hasErrorCode(error, "EADDRINUSE");
}

function end(code: number, message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

run().catch((error: unknown) => fail(error, undefined, false));

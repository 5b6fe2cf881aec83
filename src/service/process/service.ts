import { readFile, rm } from "node:fs/promises";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { type Clock, systemClock } from "../../base/clock.ts";
import { HttpError } from "../call/call.ts";
import { createResolvedProfile, readDeploymentProfile } from "../call/profile.ts";
import { parseAllowedHost } from "../egress/host-rules.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import { checkPermissions } from "../rights/check-permissions.ts";
import { type ServiceServer, startServer } from "../server/server.ts";
import { createSecret } from "../store/secrets.ts";
import { writePrivateFile } from "../store/settings-file.ts";
import { StoreError } from "../store/store-error.ts";
import type { ServiceCredentials } from "./credentials.ts";
import { type DataFolderOptions, type DataFolderStores, openDataFolderStores } from "./platform.ts";
import { provisionDataFolder } from "./provision.ts";
import { readSparkCluster } from "./spark-options.ts";
import {
  computeInstanceProof,
  livenessPath,
  type ReadyLine,
  readServiceFile,
  type ServiceFile,
  type StartOptions,
  serviceFilePathOf,
} from "./start.ts";

/** Upper bound of one sleep, because Node's timers overflow after about 24 days. */
const maxSleepMs = 60 * 60 * 1000;

interface IdleWatch {
  /** Restarts the idle time; called on every request. */
  touch(): void;
  stop(): void;
}

/** Calls `onIdle` once, when there was no activity for `idleMs` and `isBusy` returns false. */
export function watchIdleness(clock: Clock, idleMs: number, isBusy: () => boolean, onIdle: () => void): IdleWatch {
  const stopping = new AbortController();
  let touchedAt = clock.now();
  const watch = async (): Promise<void> => {
    for (;;) {
      const idleFor = clock.now() - touchedAt;
      if (idleFor >= idleMs && !isBusy()) {
        onIdle();
        return;
      }
      const remainingMs = Math.max(idleMs - idleFor, Math.min(idleMs, 1000));
      await clock.sleep(Math.min(remainingMs, maxSleepMs), stopping.signal);
    }
  };
  watch().catch(() => {
    // Stopped: the clock rejects the pending sleep.
  });
  return {
    touch() {
      touchedAt = clock.now();
    },
    stop: () => stopping.abort(),
  };
}

/** Time that running calls get to finish when the service stops. */
const graceMs = 2000;
/** Delay between two attempts to open a folder that another process is about to release. */
const pauseMs = 200;

interface ServiceEnvironment {
  readonly logger: FastifyBaseLogger;
  readonly clock?: Clock;
  /** Folder of the bundled programs; the one of this program by default. */
  readonly programFolder?: string;
  /** Cost of hashing new passwords, as of the data folder. */
  readonly passwordCost?: number;
  /** Aborts a start in progress. */
  readonly signal?: AbortSignal;
  /** Called once when the service had no requests for `idleExitSeconds`. */
  readonly onIdle?: () => void;
}

/** A running service with its data folder. */
export interface RunningService {
  readonly ready: ReadyLine;
  readonly credentials: ServiceCredentials;
  readonly platform: DataFolderStores;
  stop(): Promise<void>;
}

/**
 * Opens the data folder, loads missing data and starts the server. Throws `StoreError`, `ProfileError` or a system
 * error.
 */
export async function startService(options: StartOptions, environment: ServiceEnvironment): Promise<RunningService> {
  const { logger, clock = systemClock, signal = new AbortController().signal, onIdle } = environment;
  const { dataFolder } = options;
  const profile =
    options.profile === undefined ? createResolvedProfile() : await readDeploymentProfile(options.profile);
  const platform = await openWhenFree(dataFolder, clock, signal, {
    clock,
    profile,
    programFolder: environment.programFolder,
    passwordCost: environment.passwordCost,
    spark: options.spark && (await readSparkCluster(options.spark)),
    database: {
      memoryLimit: options.memoryLimit ?? "2GB",
      ...(options.threads !== undefined && { threads: options.threads }),
    },
    egress: {
      allowedHosts: (options.allowedHosts ?? []).flatMap((host) => parseAllowedHost(host) ?? []),
      allowedFolders: options.allowedFolders ?? [],
    },
    onFailure: (err) => logger.error({ err }, "background work failed"),
  });
  try {
    const wanted = options.hasSample ? pickSample(options) : undefined;
    const credentials = await provisionDataFolder(platform, dataFolder, wanted, signal);
    await checkRights(platform);
    const instance = createSecret();
    let server: ServiceServer | undefined;
    const { idleExitSeconds } = options;
    // No client can know the service before it is ready, however long the start takes.
    let isReady = false;
    const isBusy = () =>
      !isReady ||
      (server?.runningCalls() ?? 0) > 0 ||
      platform.sqlJobs.isBusy ||
      platform.jobRunner.isBusy ||
      platform.webhookDeliveries.isBusy;
    const idle =
      idleExitSeconds === undefined
        ? undefined
        : watchIdleness(clock, idleExitSeconds * 1000, isBusy, () => onIdle?.());
    server = await startServer(platform, {
      port: options.port ?? 0,
      logger,
      onActivity: () => idle?.touch(),
      addRoutes: (app) => addAliveRoute(app, instance),
    });
    platform.egress.setOwnPort(Number(new URL(server.url).port));
    const ready = toReadyLine(server.url, credentials, instance);
    const { clientId, clientSecret } = credentials;
    const file: ServiceFile = { ...ready, pid: process.pid, clientId, clientSecret };
    await writePrivateFile(serviceFilePathOf(dataFolder), JSON.stringify(file));
    const running = server;
    await platform.jobRunner.resume();
    platform.webhookDeliveries.start();
    idle?.touch();
    isReady = true;
    return {
      ready,
      credentials,
      platform,
      async stop() {
        idle?.stop();
        await removeServiceFile(dataFolder, instance);
        await running.stop(graceMs);
        await platform.close();
      },
    };
  } catch (error) {
    await platform.close();
    throw error;
  }
}

/** Checks that permissions which are not the sample's fit the models of the tenants. Throws a `StoreError`. */
async function checkRights({ tenants, dataRights: { catalogue } }: DataFolderStores): Promise<void> {
  const models: TenantModel[] = [];
  const stored: TenantModel[] = [];
  for (const code of catalogue.hasSamplePermissions ? [] : tenants.codes()) {
    const tenant = await tenants.find(code);
    try {
      models.push(...(tenant ? [tenant.model] : []));
      const created = await tenants.openVersions(code, async () => []);
      stored.push(created.model);
      created.release();
    } catch (error) {
      // The other tenants can be used, and nothing of this one can be seen.
      if (!(error instanceof StoreError)) {
        throw error;
      }
    } finally {
      tenant?.release();
    }
  }
  checkPermissions(catalogue, models, stored);
}

/**
 * Opens the folder. A process that has it open without having written `service.json` is either stopping, as when a
 * window restarts the service, or still starting: this waits for it, a little longer than a stop takes.
 */
async function openWhenFree(
  dataFolder: string,
  clock: Clock,
  signal: AbortSignal,
  options: DataFolderOptions,
): Promise<DataFolderStores> {
  for (let remainingMs = graceMs * 2; ; remainingMs -= pauseMs) {
    try {
      return await openDataFolderStores(dataFolder, options);
    } catch (error) {
      const isInUse = error instanceof StoreError && error.kind === "inUse";
      if (!isInUse || remainingMs <= 0 || readServiceFile(dataFolder)) {
        throw error;
      }
      await clock.sleep(pauseMs, signal);
    }
  }
}

function pickSample({ people, seed }: StartOptions) {
  return { ...(people !== undefined && { people }), ...(seed !== undefined && { seed }) };
}

function toReadyLine(
  url: string,
  { apiKey, username, password, tenantCode }: ServiceCredentials,
  instance: string,
): ReadyLine {
  return { url, apiKey, username, password, tenantCode, instance };
}

/**
 * Adds the route, not part of the service's interface, by which a window checks that the service of `service.json` is
 * alive and keeps it running.
 */
function addAliveRoute(app: FastifyInstance, instance: string): void {
  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(livenessPath, async ({ query, socket }) => {
    const { challenge } = query;
    if (typeof challenge !== "string" || !/^[\w-]{43}$/.test(challenge)) {
      throw new HttpError(400, "REQUEST_INVALID", "The query parameter challenge must be 43 base64url characters.");
    }
    return { pid: process.pid, proof: computeInstanceProof(instance, challenge, socket.localPort ?? 0) };
  });
}

/** Removes `service.json` if it was written by this instance. */
async function removeServiceFile(dataFolder: string, instance: string): Promise<void> {
  const path = serviceFilePathOf(dataFolder);
  const text = await readFile(path, "utf8").catch(() => "");
  if (text.includes(instance)) {
    await rm(path, { force: true });
  }
}

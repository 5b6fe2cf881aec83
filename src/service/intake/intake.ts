import type { Clock } from "../../base/clock.ts";
import type { Connection } from "../../duckdb/database.ts";
import type { JobContext, JobRunner } from "../jobs/job-runner.ts";
import type { DataVersionStore } from "../store/data-version-store.ts";
import type { DiskGuard } from "../store/disk-space.ts";
import { InboxStore } from "../store/inbox-store.ts";
import { IntakeStore } from "../store/intake-store.ts";
import type { JobStore } from "../store/job-store.ts";
import { PgpKeyStore } from "../store/pgp-key-store.ts";
import type { PlatformDatabase } from "../store/platform-database.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import { TransferSessionStore } from "../store/transfer-session-store.ts";
import { UploadStore } from "../store/upload-store.ts";
import { DirectIntake } from "./direct-intake.ts";
import { Inbox } from "./inbox.ts";
import { IntakeFiles } from "./intake-files.ts";
import { Pgp } from "./pgp.ts";
import { type ReceivingRequest, receivingKind, runReceivingJob } from "./receive-job.ts";
import { TransferSessions } from "./transfer-sessions.ts";
import { UploadTickets } from "./upload-tickets.ts";

interface IntakeParts {
  readonly clock: Clock;
  readonly platform: PlatformDatabase;
  readonly dataFolder: string;
  readonly disk: DiskGuard;
  readonly tenants: TenantStore;
  readonly versions: DataVersionStore;
  readonly jobs: JobStore;
  readonly jobRunner: JobRunner;
  /** Folder of the bundled programs. */
  readonly programFolder: string;
}

/** The ways by which data comes in, and what came in. */
export interface Intake {
  readonly uploads: UploadStore;
  readonly intakeFiles: IntakeFiles;
  readonly directIntake: DirectIntake;
  readonly transferSessions: TransferSessions;
  readonly inbox: Inbox;
  readonly uploadTickets: UploadTickets;
  readonly pgp: Pgp;
  readonly pgpKeys: PgpKeyStore;
}

/** Opens the intake of a data folder: registers the receiving jobs and removes files that nothing knows. */
export async function openIntake({
  platform,
  dataFolder,
  versions,
  programFolder,
  ...parts
}: IntakeParts): Promise<Intake> {
  const { clock, disk, tenants, jobs, jobRunner } = parts;
  const files = new IntakeFiles(dataFolder, disk);
  const uploads = new UploadStore(platform);
  const store = new IntakeStore(platform);
  const sessions = new TransferSessionStore(platform);
  const inbox = new InboxStore(platform);
  const pgpKeys = new PgpKeyStore(platform);
  const pgp = new Pgp(programFolder);
  const stores = [uploads, store, sessions, inbox];
  await files.sweep(new Set((await Promise.all(stores.map((one) => one.paths()))).flat()));
  const receiving = {
    clock,
    disk,
    files,
    tenants,
    uploads,
    categories: (tenant: string) => versions.categories(tenant),
    forget: async (connection: Connection, tenant: string, { kind, origin }: ReceivingRequest) => {
      if (kind === "session" || kind === "inbox") {
        await sessions.removeFiles(connection, origin, tenant);
      } else {
        await store.removeFiles(connection, origin);
      }
    },
  };
  const receive = (request: ReceivingRequest, context: JobContext) => runReceivingJob(request, context, receiving);
  jobRunner.register(receivingKind, (request, context) => receive(request as ReceivingRequest, context));
  return {
    uploads,
    intakeFiles: files,
    directIntake: new DirectIntake({ clock, store, files, jobs, jobRunner }),
    transferSessions: new TransferSessions({ clock, store: sessions, files, tenants, jobRunner }),
    inbox: new Inbox({ clock, store: inbox, keys: pgpKeys, pgp, files, sessions, tenants, jobRunner, receive }),
    uploadTickets: new UploadTickets(clock),
    pgp,
    pgpKeys,
  };
}

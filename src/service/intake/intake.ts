import type { Clock } from "../../base/clock.ts";
import type { Connection } from "../../duckdb/database.ts";
import type { JobContext, JobRunner } from "../jobs/job-runner.ts";
import { ConnectorStore } from "../store/connector-store.ts";
import type { DataCategory, DataVersionStore } from "../store/data-version-store.ts";
import type { DiskGuard } from "../store/disk-space.ts";
import { InboxStore } from "../store/inbox-store.ts";
import { IntakeStore } from "../store/intake-store.ts";
import { receivingKind } from "../store/job-recovery.ts";
import type { JobStore } from "../store/job-store.ts";
import { PgpKeyStore } from "../store/pgp-key-store.ts";
import type { PlatformDatabase } from "../store/platform-database.ts";
import type { TableMapping, TableMappingStore } from "../store/table-mapping-store.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import { TransferSessionStore } from "../store/transfer-session-store.ts";
import { UploadStore } from "../store/upload-store.ts";
import { DirectIntake } from "./direct-intake.ts";
import { Inbox } from "./inbox.ts";
import { InboxFolder } from "./inbox-folder.ts";
import { IntakeFiles } from "./intake-files.ts";
import { Pgp } from "./pgp.ts";
import { prepareUploads, type ReceivingRequest, runReceivingJob } from "./receive-job.ts";
import { type MappedRows, receiveTables } from "./receive-tables.ts";
import { TransferSessions } from "./transfer-sessions.ts";
import { UploadTickets } from "./upload-tickets.ts";
import { Workbooks } from "./workbooks.ts";

interface IntakeParts {
  readonly clock: Clock;
  readonly platform: PlatformDatabase;
  readonly dataFolder: string;
  readonly disk: DiskGuard;
  readonly tenants: TenantStore;
  readonly versions: DataVersionStore;
  readonly mappings: TableMappingStore;
  /** Reads the rows of a mapped table; undefined for a table that is there no more. */
  readonly readMappedRows: (mapping: TableMapping, signal: AbortSignal) => Promise<MappedRows | undefined>;
  readonly jobs: JobStore;
  readonly jobRunner: JobRunner;
  /** Folder of the bundled programs. */
  readonly programFolder: string;
}

/** The ways by which data comes in, and what came in. */
export interface Intake {
  readonly connectorStore: ConnectorStore;
  readonly transferSessionStore: TransferSessionStore;
  readonly uploads: UploadStore;
  readonly intakeFiles: IntakeFiles;
  readonly directIntake: DirectIntake;
  readonly transferSessions: TransferSessions;
  readonly inbox: Inbox;
  readonly uploadTickets: UploadTickets;
  readonly pgp: Pgp;
  readonly pgpKeys: PgpKeyStore;
  /** Receives the rows of table sources for a processing job. */
  readonly receiveTables: (
    tables: readonly string[],
    category: DataCategory,
    context: JobContext,
    project?: string,
  ) => ReturnType<typeof receiveTables>;
}

/** Opens the intake of a data folder: registers the receiving jobs and removes files that nothing knows. */
export async function openIntake({
  platform,
  dataFolder,
  versions,
  mappings,
  readMappedRows,
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
  const connectors = new ConnectorStore(platform);
  const pgp = new Pgp(programFolder);
  const folder = new InboxFolder(dataFolder, files);
  await Promise.all([...tenants.codes()].map((code) => folder.create(code)));
  const stores = [uploads, store, sessions, inbox];
  await files.sweep(new Set((await Promise.all(stores.map((one) => one.paths()))).flat()));
  const receiving = {
    clock,
    disk,
    files,
    tenants,
    uploads,
    categories: (tenant: string) => versions.categories(tenant),
    setExtractedTo: connectors.setExtractedTo.bind(connectors),
    forget: async (connection: Connection, tenant: string, { kind, origin }: ReceivingRequest) => {
      if (kind === "session" || kind === "inbox" || kind === "extraction") {
        await sessions.removeFiles(connection, origin, tenant);
      } else {
        await store.removeFiles(connection, origin);
      }
    },
  };
  const receive = (request: ReceivingRequest, context: JobContext) => runReceivingJob(request, context, receiving);
  jobRunner.register(receivingKind, (request, context) => receive(request as ReceivingRequest, context));
  return {
    connectorStore: connectors,
    transferSessionStore: sessions,
    uploads,
    intakeFiles: files,
    directIntake: new DirectIntake({ clock, store, files, jobs, jobRunner }),
    transferSessions: new TransferSessions({ clock, store: sessions, files, tenants, jobRunner }),
    inbox: new Inbox({
      workbooks: new Workbooks(programFolder),
      clock,
      store: inbox,
      keys: pgpKeys,
      pgp,
      files,
      folder,
      sessions,
      tenants,
      jobRunner,
      receive,
    }),
    uploadTickets: new UploadTickets(clock),
    pgp,
    pgpKeys,
    receiveTables: (tables, category, context, project) => {
      const prepare = (request: ReceivingRequest, ofJob: JobContext) => prepareUploads(request, ofJob, receiving);
      const ofTables = { files, uploads, mappings, readRows: readMappedRows, prepare };
      return receiveTables(tables, category, context, ofTables, project);
    },
  };
}

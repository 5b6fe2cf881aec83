import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Clock } from "../../base/clock.ts";
import type { DatabaseOptions } from "../../duckdb/database.ts";
import type { SparkCluster } from "../../lakehouse/spark-cluster.ts";
import { ConversationStates } from "../assistant/conversation-state.ts";
import type { ResolvedProfile } from "../call/profile.ts";
import { Connectors } from "../connectors/connectors.ts";
import { ArtifactPublisher } from "../connectors/publish-artifacts.ts";
import { TableLoader } from "../connectors/table-loader.ts";
import { DataVersions } from "../data-versions/data-versions.ts";
import { loadDrivers } from "../drivers/load-drivers.ts";
import { Egress, type EgressOptions } from "../egress/egress.ts";
import { ExportConnectors } from "../export-connectors/export-connectors.ts";
import { VersionExports } from "../exports/version-exports.ts";
import { openIntake } from "../intake/intake.ts";
import { JobRunner } from "../jobs/job-runner.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import { registerConsolidating } from "../processing/consolidated-job.ts";
import { registerProcessing } from "../processing/process-job.ts";
import { DataRights } from "../rights/data-rights.ts";
import { loadEmptySample, loadSample, sampleLayoutVersion } from "../sample/load-sample.ts";
import { sampleRights } from "../sample-content/sample-rights.ts";
import { sampleClient } from "../sample-content/sample-users.ts";
import { AccessTokens } from "../sign-in/access-token.ts";
import { Invitations } from "../sign-in/invitations.ts";
import { PasswordGuessLimiter } from "../sign-in/password-guess-limiter.ts";
import { TokenRedemptions } from "../sign-in/token-redemptions.ts";
import { readMappedRows } from "../sql-jobs/mapped-rows.ts";
import { openSqlJobs, sqlTransactionFolderOf } from "../sql-jobs/sql-jobs.ts";
import { AssistantFeedbackStore, readOrCreateConversationKey } from "../store/assistant-feedback-store.ts";
import { ClientStore } from "../store/client-store.ts";
import { ConsolidationStore } from "../store/consolidation-store.ts";
import { DataVersionStore } from "../store/data-version-store.ts";
import { DiskGuard } from "../store/disk-space.ts";
import { HostKeyStore } from "../store/host-key-store.ts";
import { IdentityProviderStore } from "../store/identity-provider-store.ts";
import { JobStore } from "../store/job-store.ts";
import { PlatformDatabase, readOrCreateSigningKey } from "../store/platform-database.ts";
import { ProductionVersionStore } from "../store/production-version-store.ts";
import { ProjectChangeStore } from "../store/project-change-store.ts";
import { ProjectStore } from "../store/project-store.ts";
import { ReportStore } from "../store/report-store.ts";
import { RightsCatalogue } from "../store/rights-catalogue.ts";
import { removeServiceFiles, type ServiceFileNames } from "../store/service-files.ts";
import { TableMappingStore } from "../store/table-mapping-store.ts";
import { TableSourceStore } from "../store/table-source-store.ts";
import { TenantStore } from "../store/tenant-store.ts";
import { TokenStore } from "../store/token-store.ts";
import { UserStore } from "../store/user-store.ts";
import { WebhookOutbox } from "../store/webhook-outbox.ts";
import { WebhookStore } from "../store/webhook-store.ts";
import { refreshViewsAfterCommits } from "../table-data/materialized-views.ts";
import type { VersionedTables } from "../table-data/versioned-tables.ts";
import { WebhookDeliveries } from "../webhooks/webhook-deliveries.ts";
import { readClientsFile } from "./clients-file.ts";
import { claimDataFolder } from "./data-folder.ts";
import { openTableData } from "./open-table-data.ts";

export interface DataFolderOptions {
  readonly clock: Clock;
  readonly profile: ResolvedProfile;
  /** Resource limits of the data of all tenants, and of the rows of all table sources. */
  readonly database: Omit<DatabaseOptions, "temporaryFolder">;
  /** Folder of the bundled programs; the one of this program by default. */
  readonly programFolder?: string | undefined;
  /** Cost of hashing new passwords. No argument of the program sets it. */
  readonly passwordCost?: number | undefined;
  /** Hosts and folders that the service may reach, and how names are looked up. By default this machine only. */
  readonly egress?: Omit<EgressOptions, "dataFolder">;
  /** The cluster that has the rows of table sources. By default they are in a file of the data folder. */
  readonly spark?: SparkCluster | undefined;
  /** Called when work in the background fails, because there is no caller that could receive the error. */
  readonly onFailure?: (error: unknown) => void;
}

/** The open stores of one data folder. */
export interface DataFolderStores extends ServiceDependencies {
  readonly loadTables: VersionedTables["load"] | undefined;
  readonly tableMappings: TableMappingStore;
  readonly database: PlatformDatabase;
  close(): Promise<void>;
}

/** Returns the path of the data folder's subfolder for temporary files: spilled data and responses in progress. */
export function scratchFolderOf(dataFolder: string): string {
  return join(dataFolder, "scratch");
}

/** Names of DuckDB's spill files and of answers in progress; each database has its folder. */
const scratchNames: ServiceFileNames = {
  files: /^(duckdb_temp_.+|rows-\d+)$/,
  folders: /^((exports-)?WFF_\w+(~\w+)?|tenants|table-data|workforce-\w+)$/,
};

/**
 * Opens the stores of a data folder and creates what is missing. Throws a `StoreError` of kind `inUse` when another
 * process has the folder open.
 */
export async function openDataFolderStores(dataFolder: string, options: DataFolderOptions): Promise<DataFolderStores> {
  await claimDataFolder(dataFolder);
  // Before the databases are opened, because an invalid file must not leave a database open.
  const clients = await readClientsFile(dataFolder, sampleClient);
  const identityProviders = await IdentityProviderStore.open(dataFolder);
  const catalogue = await RightsCatalogue.open(dataFolder, sampleRights);
  const onWarning = (message: string) => options.onFailure?.(new Error(message));
  const database = await PlatformDatabase.open(dataFolder, onWarning);
  // The folder is locked by now, so any file in here was left by a process that was killed.
  await removeServiceFiles(scratchFolderOf(dataFolder), scratchNames);
  // DuckDB creates a tenant's folder when it spills, but not the folders above it.
  await mkdir(scratchFolderOf(dataFolder), { recursive: true, mode: 0o700 });
  const disk = new DiskGuard(dataFolder);
  const limits = { ...options.database, spillLimitBytes: await disk.spillLimitBytes(), onWarning };
  const versions = new DataVersionStore(database, options.clock);
  const tenants = await TenantStore.open(database, dataFolder, versions, {
    ...limits,
    temporaryFolder: scratchFolderOf(dataFolder),
    regenerateSample: ({ people, seed, layout }) =>
      layout === sampleLayoutVersion
        ? (connection, signal) =>
            people === 0 ? loadEmptySample(connection, signal) : loadSample(connection, { people, seed, signal })
        : undefined,
  });
  const dataVersions = await DataVersions.open({
    platform: database,
    store: versions,
    tenants,
    disk,
    onFailure: options.onFailure ?? (() => undefined),
  });
  const tokens = await TokenStore.open(database, options.clock);
  const sqlFolder = resolve(sqlTransactionFolderOf(dataFolder));
  const { tableData, loadTables } = await openTableData(dataFolder, options.spark, {
    clock: options.clock,
    platform: database,
    database: limits,
    disk,
    scratchFolder: scratchFolderOf(dataFolder),
    fileFolder: sqlFolder,
    onFailure: options.onFailure ?? (() => undefined),
  });
  const egress = new Egress({ ...options.egress, dataFolder });
  const webhooks = await WebhookStore.open(database);
  const outbox = new WebhookOutbox(database, options.clock);
  const webhookDeliveries = new WebhookDeliveries({
    clock: options.clock,
    egress,
    webhooks,
    outbox,
    onFailure: options.onFailure ?? (() => undefined),
  });
  const jobs = await JobStore.open(database, options.clock, webhookDeliveries);
  const jobRunner = new JobRunner(database, jobs, options.clock, options.onFailure ?? (() => undefined));
  const tableSources = new TableSourceStore(database);
  const tableMappings = new TableMappingStore(database);
  const intake = await openIntake({
    clock: options.clock,
    platform: database,
    dataFolder,
    disk,
    tenants,
    versions,
    mappings: tableMappings,
    readMappedRows: (mapping, signal) => readMappedRows(mapping, signal, { tableData, tableSources, tenants }),
    jobs,
    jobRunner,
    programFolder: options.programFolder ?? dirname(fileURLToPath(import.meta.url)),
  });
  const hostKeys = new HostKeyStore(database);
  const consolidations = new ConsolidationStore(database);
  registerConsolidating(jobRunner, { tenants, dataVersions, consolidations });
  registerProcessing(jobRunner, {
    dataFolder,
    dataVersions,
    uploads: intake.uploads,
    tenants,
    consolidations,
    receiveTables: intake.receiveTables,
  });
  const versionExports = await VersionExports.open({
    clock: options.clock,
    platform: database,
    dataFolder,
    disk,
    tenants,
    dataVersions,
    jobRunner,
    onFailure: options.onFailure ?? (() => undefined),
  });
  const exportConnectors = await ExportConnectors.open({
    clock: options.clock,
    platform: database,
    tenants,
    jobRunner,
    egress,
    hostKeys,
    disk,
    scratchFolder: scratchFolderOf(dataFolder),
    timeColumn: options.profile.timeColumn,
    onFailure: options.onFailure ?? (() => undefined),
  });
  const projects = new ProjectStore(database);
  const productionVersions = new ProductionVersionStore(database);
  refreshViewsAfterCommits({ tableData, tableSources, tenants, onFailure: options.onFailure ?? (() => undefined) });
  const sqlJobs = await openSqlJobs(database, sqlFolder, disk, {
    clock: options.clock,
    tableData,
    tableSources,
    tableMappings,
    categories: (tenant) => dataVersions.categories(tenant),
    tenants,
    projects,
    productionVersions,
    jobRunner,
    onFailure: options.onFailure ?? (() => undefined),
  });
  const connectors = new Connectors(
    {
      clock: options.clock,
      store: intake.connectorStore,
      tenants,
      files: intake.intakeFiles,
      sessions: intake.transferSessionStore,
      disk,
      categories: (tenant) => dataVersions.categories(tenant),
      loadDrivers,
      driverContext: (tenant, signal) => ({ egress, hostKeys, tenant, signal }),
      artifacts: new ArtifactPublisher(projects, productionVersions),
      tables: new TableLoader({ sqlJobs, tenants, tableSources, files: intake.intakeFiles }),
    },
    jobRunner,
  );
  const users = await UserStore.open({
    platform: database,
    tokens,
    catalogue,
    clock: options.clock,
    passwordCost: options.passwordCost,
  });
  return {
    clock: options.clock,
    profile: options.profile,
    accessTokens: await AccessTokens.open(await readOrCreateSigningKey(database), options.clock),
    tenants,
    users,
    dataRights: new DataRights(catalogue),
    invitations: new Invitations({ dataFolder, clock: options.clock, tokens, users }),
    passwordGuesses: new PasswordGuessLimiter(options.clock),
    tokens,
    redemptions: new TokenRedemptions(options.clock),
    clients: new ClientStore(database, clients),
    identityProviders,
    reports: new ReportStore(database, options.clock),
    projects,
    projectChanges: new ProjectChangeStore(database),
    productionVersions,
    jobs,
    jobRunner,
    egress,
    webhooks,
    outbox,
    webhookDeliveries,
    exportConnectors,
    connectors,
    dataVersions,
    versionExports,
    ...intake,
    tableSources,
    tableMappings,
    database,
    tableData,
    loadTables,
    sqlJobs,
    conversations: new ConversationStates(await readOrCreateConversationKey(database)),
    assistantFeedback: new AssistantFeedbackStore(database, options.clock),
    async close() {
      await sqlJobs.close();
      await jobRunner.close();
      await webhookDeliveries.close();
      await exportConnectors.close();
      await versionExports.close();
      await tableData.close();
      await tenants.close();
      await tokens.close().catch(options.onFailure ?? (() => undefined));
      await database.close();
    },
  };
}

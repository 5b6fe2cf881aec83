import type { TenantModel } from "../model/tenant-model.ts";
import { loadEmptySample, loadSample, sampleLayoutVersion } from "../sample/load-sample.ts";
import { createSampleExports } from "../sample-content/sample-export-connectors.ts";
import { createSampleJobs } from "../sample-content/sample-jobs.ts";
import { createSampleProjects } from "../sample-content/sample-projects.ts";
import { createSampleReports } from "../sample-content/sample-reports.ts";
import {
  createSampleMappings,
  createSampleRows,
  createSampleTableSources,
} from "../sample-content/sample-table-sources.ts";
import {
  sampleAdministratingTenant,
  sampleAnalystUserName,
  sampleAnalyticTenant,
  sampleConsolidatedTenant,
} from "../sample-content/sample-users.ts";
import type { DataCategory } from "../store/data-version-store.ts";
import type { LoadedSample, SampleSize, TenantRecord } from "../store/tenant-store.ts";
import type { User } from "../store/user-store.ts";
import { tableColumnsOf } from "../table-data/accessible-table.ts";
import { provisionCredentials, type ServiceCredentials } from "./credentials.ts";
import type { DataFolderStores } from "./platform.ts";

/**
 * Size of the sample. A missing field keeps the current value, or means 5,000 people and seed 1 if there is no sample
 * yet.
 */
type RequestedSample = Partial<SampleSize>;

/** Data categories of the sample, the primary one first: who works and works where, and whom the company looks for. */
const sampleDataCategories: readonly DataCategory[] = [
  {
    id: "Workforce",
    name: "Workforce",
    objectName: "Workforce",
    objects: ["Employee", "Position", "Employee_Exit", "Employment_Start", "Pay_Change", "Skill"],
  },
  {
    id: "Talent_Acquisition",
    name: "Talent Acquisition",
    objectName: "Talent_Acquisition",
    objects: ["Requisition"],
  },
];

const emptyModel: TenantModel = {
  objects: [],
  metrics: [],
  fiscalYearStartMonth: 1,
  dataStart: "2000-01-01T00:00:00.000Z",
  dataEnd: "2000-01-01T00:00:00.000Z",
};

/**
 * Creates the missing contents of a data folder and returns the credentials, which stay the same over restarts. Creates
 * an administrating tenant with its users. With `sample`, also loads the sample workforce into this tenant and a
 * smaller one into an analytic tenant, and creates a tenant that consolidates both.
 */
export async function provisionDataFolder(
  platform: DataFolderStores,
  dataFolder: string,
  sample: RequestedSample | undefined,
  signal: AbortSignal,
): Promise<ServiceCredentials> {
  if (sample) {
    const known = platform.tenants.record(sampleAdministratingTenant)?.sample;
    const size: SampleSize = { people: sample.people ?? known?.people ?? 5000, seed: sample.seed ?? known?.seed ?? 1 };
    await provisionSample(
      platform,
      {
        code: sampleAdministratingTenant,
        parent: undefined,
        displayName: "Demo",
        vanityName: "demo",
        sample: withCurrentLayout(size),
      },
      signal,
    );
    const share: SampleSize = { people: Math.max(20, Math.round(size.people / 5)), seed: size.seed + 1 };
    await provisionSample(
      platform,
      {
        code: sampleAnalyticTenant,
        parent: sampleAdministratingTenant,
        displayName: "Demo North",
        vanityName: "demo-north",
        sample: withCurrentLayout(share),
      },
      signal,
    );
    await provisionSample(
      platform,
      {
        code: sampleConsolidatedTenant,
        parent: sampleAdministratingTenant,
        displayName: "Demo Group",
        vanityName: "demo-group",
        sample: withCurrentLayout({ people: 0, seed: 0 }),
        consolidates: [sampleAdministratingTenant, sampleAnalyticTenant],
      },
      signal,
    );
  } else if (!platform.tenants.record(sampleAdministratingTenant)) {
    const record = {
      code: sampleAdministratingTenant,
      parent: undefined,
      displayName: "Demo",
      vanityName: "demo",
      sample: undefined,
    };
    await platform.tenants.build(record, async () => emptyModel, signal);
  }
  const credentials = await provisionCredentials(platform, dataFolder);
  const user = platform.users.byName(sampleAdministratingTenant, sampleAnalystUserName);
  if (user) {
    for (const code of [sampleAdministratingTenant, sampleAnalyticTenant].filter(
      (tenant) => platform.tenants.record(tenant)?.sample,
    )) {
      await provisionDocuments(platform, code, user);
      await provisionRows(platform, code, signal);
      await provisionExports(platform, code);
    }
  }
  for (const code of [sampleAdministratingTenant, sampleAnalyticTenant, sampleConsolidatedTenant]) {
    if (platform.tenants.record(code)?.sample) {
      // After the jobs, whose newest data version the sample stands for.
      await platform.dataVersions.addBaseline(code, sampleDataCategories);
    }
  }
  return credentials;
}

function withCurrentLayout(size: SampleSize): LoadedSample {
  return { ...size, layout: sampleLayoutVersion };
}

/**
 * Loads the sample unless the tenant already has it with the same size, seed and table layout. A tenant with data of its
 * own keeps it, with the sample that it was built on.
 */
async function provisionSample(
  { tenants, dataVersions, uploads }: DataFolderStores,
  record: TenantRecord & { readonly sample: LoadedSample },
  signal: AbortSignal,
): Promise<void> {
  const { people, seed, layout } = record.sample;
  const known = tenants.record(record.code)?.sample;
  if (known?.people === people && known.seed === seed && known.layout === layout) {
    return;
  }
  if ((await dataVersions.hasBuilt(record.code)) || (await uploads.hasAny(record.code))) {
    return;
  }
  await tenants.build(
    record,
    (connection) =>
      record.consolidates ? loadEmptySample(connection, signal) : loadSample(connection, { people, seed, signal }),
    signal,
  );
}

/** Adds the sample reports, projects and table sources to a tenant once; later changes by its users are kept. */
async function provisionDocuments(platform: DataFolderStores, tenant: string, user: User): Promise<void> {
  const jobs = createSampleJobs(tenant, sampleAdministratingTenant);
  if (platform.tenants.hasDocuments(tenant)) {
    // An earlier version did not say of its jobs that they are examples.
    await platform.jobs.describeAll(jobs);
    return;
  }
  await platform.reports.addAll(tenant, createSampleReports(tenant, user));
  const { projects, versions, changes } = createSampleProjects(tenant, user);
  await platform.projects.addAll(tenant, projects);
  await platform.productionVersions.addAll(tenant, versions);
  await platform.projectChanges.addAll(tenant, changes);
  await platform.jobs.addAll(jobs);
  await platform.tableSources.addAll(createSampleTableSources(tenant, tenant === sampleAdministratingTenant));
  await platform.tableMappings.addAll(createSampleMappings(tenant));
  // Last: each call above skips what exists, so an interrupted start is completed by the next one.
  await platform.tenants.markDocumentsProvisioned(tenant);
}

/** Adds the sample's export connectors to a tenant that has none. No operation deletes a connector, so this happens once. */
async function provisionExports({ exportConnectors, clock }: DataFolderStores, tenant: string): Promise<void> {
  const { store, credentials } = exportConnectors;
  if ((await store.list(tenant)).length === 0) {
    const { exports, connectors, credential } = createSampleExports(tenant);
    await credentials.add(tenant, credential, { created: clock.now() });
    await store.addAll(tenant, exports, connectors);
  }
}

/**
 * Loads rows into the sample tables that never had any, where the engine takes them. That includes tables of older data folders, whose rows were
 * stored elsewhere and could not be changed.
 */
async function provisionRows(platform: DataFolderStores, tenant: string, signal: AbortSignal): Promise<void> {
  const definitions = await platform.tableSources.list(tenant, undefined);
  const child = tenant === sampleAdministratingTenant ? sampleAnalyticTenant : undefined;
  await platform.loadTables?.(createSampleRows(definitions, { code: tenant, child }), signal);
  for (const { definition } of definitions) {
    // If the values of a column would be lost, all columns stay as they are.
    await platform.tableData.reshape(definition.uuid, tableColumnsOf(definition));
  }
}

import { randomInt } from "node:crypto";
import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TenantModel } from "./model/tenant-model.ts";
import { legacyApiCapability } from "./operations/authentication.ts";
import type { Platform } from "./platform.ts";
import { loadSample } from "./sample/load-sample.ts";
import { loadTables } from "./sample-content/load-tables.ts";
import { sampleProjects } from "./sample-content/sample-projects.ts";
import { sampleReports } from "./sample-content/sample-reports.ts";
import { sampleTableSources } from "./sample-content/sample-table-sources.ts";
import { createSecret } from "./store/secrets.ts";
import type { SampleSize, TenantRecord } from "./store/tenant-store.ts";
import type { CapabilityGroup, User } from "./store/user-store.ts";

/** What signs in to a service of one's own. */
export interface Credentials {
  readonly tenantCode: string;
  readonly apiKey: string;
  readonly username: string;
  readonly password: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The sample to have: a size left out is as it is, or 5,000 people of seed 1 when there are none yet. */
export type WantedSample = Partial<SampleSize>;

const administrating = "WFF_demo";
const analytic = "WFF_demo~north";
const username = "analyst@demo.example";
const clientId = "workforce-analytics";

const profileGroups = ["dataQuery", "dataManagement", "reporting", "projects", legacyApiCapability];

const emptyModel: TenantModel = {
  objects: [],
  metrics: [],
  fiscalYearStartMonth: 1,
  dataStart: "2000-01-01T00:00:00.000Z",
  dataEnd: "2000-01-01T00:00:00.000Z",
};

/**
 * Makes what a fresh data folder lacks and gives the credentials, which stay the same over restarts: the administrating
 * tenant with its user, and with `sample` the sample workforce there and, smaller and of its own, in an analytic tenant.
 */
export async function provision(
  platform: Platform,
  dataFolder: string,
  sample: WantedSample | undefined,
  signal: AbortSignal,
): Promise<Credentials> {
  if (sample) {
    const known = platform.tenants.record(administrating)?.sample;
    const size = { people: sample.people ?? known?.people ?? 5000, seed: sample.seed ?? known?.seed ?? 1 };
    await provisionSample(
      platform,
      { code: administrating, parent: undefined, displayName: "Demo", vanityName: "demo", sample: size },
      analytic,
      signal,
    );
    const share = { people: Math.max(20, Math.round(size.people / 5)), seed: size.seed + 1 };
    await provisionSample(
      platform,
      { code: analytic, parent: administrating, displayName: "Demo North", vanityName: "demo-north", sample: share },
      undefined,
      signal,
    );
  } else if (!platform.tenants.record(administrating)) {
    const record = {
      code: administrating,
      parent: undefined,
      displayName: "Demo",
      vanityName: "demo",
      sample: undefined,
    };
    await platform.tenants.build(record, async () => emptyModel, signal);
  }
  const credentials = await provisionCredentials(platform, dataFolder);
  const user = platform.users.byName(username);
  if (user) {
    for (const code of [administrating, analytic].filter((tenant) => platform.tenants.record(tenant)?.sample)) {
      await provisionDocuments(platform, code, user);
    }
  }
  return credentials;
}

/** Loads the sample unless the tenant has just this one. */
async function provisionSample(
  { tenants }: Platform,
  record: TenantRecord & { readonly sample: SampleSize },
  child: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { people, seed } = record.sample;
  const known = tenants.record(record.code)?.sample;
  if (known?.people === people && known.seed === seed) {
    return;
  }
  await tenants.build(
    record,
    async (connection) => {
      const model = await loadSample(connection, { people, seed, signal });
      await loadTables(connection, { code: record.code, child }, signal);
      return model;
    },
    signal,
  );
}

/** The reports, projects and table sources of a tenant, once; what its users do with them afterwards stays. */
async function provisionDocuments(platform: Platform, tenant: string, user: User): Promise<void> {
  if ((await platform.tableSources.list(tenant, undefined, { limit: 1, start: 0 })).length > 0) {
    return;
  }
  await platform.reports.addAll(tenant, sampleReports(tenant, user));
  await platform.projects.addAll(tenant, sampleProjects(tenant));
  // The last, so that finding them means that all of it is there.
  await platform.tableSources.addAll(sampleTableSources(tenant, tenant === administrating));
}

/** Kept in a file that only the owner reads, since the store has hashes only; made anew when the file is gone or spoilt. */
async function provisionCredentials(platform: Platform, dataFolder: string): Promise<Credentials> {
  const path = join(dataFolder, "credentials.json");
  const kept = await readCredentials(path);
  if (kept && platform.tenants.codeOfApiKey(kept.apiKey) !== undefined && platform.users.byName(kept.username)) {
    return kept;
  }
  const credentials: Credentials = {
    tenantCode: administrating,
    apiKey: createSecret(),
    username,
    password: createPassword(),
    clientId,
    clientSecret: createSecret(),
  };
  await platform.tenants.setApiKey(administrating, credentials.apiKey);
  await platform.clients.register(clientId, administrating, credentials.clientSecret);
  const user = platform.users.byName(username);
  if (user) {
    await platform.users.setPassword(user.userId, credentials.password);
  } else {
    await platform.users.create({
      tenant: administrating,
      username,
      password: credentials.password,
      displayName: "Ada Analyst",
      email: username,
      capabilities: profileGroups.map(fullAccess),
    });
  }
  const unfinished = `${path}.new`;
  await writeFile(unfinished, JSON.stringify(credentials), { mode: 0o600 });
  await chmod(unfinished, 0o600);
  await rename(unfinished, path);
  return credentials;
}

async function readCredentials(path: string): Promise<Credentials | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
  return parseCredentials(text);
}

const credentialFields = ["tenantCode", "apiKey", "username", "password", "clientId", "clientSecret"];

/** A file that holds something else is as good as gone; what the parser says of it would quote a secret. */
function parseCredentials(text: string): Credentials | undefined {
  try {
    const value: Readonly<Record<string, unknown>> | null = JSON.parse(text);
    const isWhole = credentialFields.every((name) => typeof value?.[name] === "string");
    return isWhole ? (value as unknown as Credentials) : undefined;
  } catch {
    return undefined;
  }
}

function fullAccess(group: string): CapabilityGroup {
  return {
    group,
    accessLevel: "FullAccess",
    viewLevel: "Detailed",
    apiAccessLevel: "FullAccess",
    apiViewLevel: "Detailed",
  };
}

/** Four groups of letters and digits that are told apart by eye. */
function createPassword(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789";
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}

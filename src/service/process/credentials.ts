import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { isFileMissing } from "../../base/error-causes.ts";
import { isRecord } from "../../base/guards.ts";
import {
  type SampleUser,
  sampleAdministratingTenant,
  sampleAnalystUserName,
  sampleClient,
  sampleDefaultRedirectUri,
  sampleRedirectUris,
  sampleUsers,
} from "../sample-content/sample-users.ts";
import type { ClientStore } from "../store/client-store.ts";
import { createSecret } from "../store/secrets.ts";
import { writePrivateFile } from "../store/settings-file.ts";
import type { DataFolderStores } from "./platform.ts";

/** Name of the file in a data folder that holds the service's credentials. Only the owner of the folder can read it. */
const credentialsFile = "credentials.json";

const UserCredentials = Type.Object({
  tenantCode: Type.String(),
  apiKey: Type.String(),
  username: Type.String(),
  password: Type.String(),
  /** Rights of the user's profile, for display. */
  profile: Type.String(),
});
type UserCredentials = Static<typeof UserCredentials>;

/** Credentials for the local service: the main user, who may do everything, a client application, and further users. */
const ServiceCredentials = Type.Object({
  tenantCode: Type.String(),
  apiKey: Type.String(),
  username: Type.String(),
  password: Type.String(),
  clientId: Type.String(),
  clientSecret: Type.String(),
  users: Type.Array(UserCredentials, { default: [] }),
});
export type ServiceCredentials = Static<typeof ServiceCredentials>;

const validator = Compile(ServiceCredentials);

/**
 * Reads a credentials file. Returns undefined when the file is missing or invalid. `users` is empty for a file of an
 * earlier version.
 */
export async function readCredentials(path: string): Promise<ServiceCredentials | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (isFileMissing(error)) {
      return undefined;
    }
    throw error;
  }
  return parseCredentials(text);
}

/** Drops the parser's error, because its message would quote a secret. */
function parseCredentials(text: string): ServiceCredentials | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const complete = isRecord(value) && !("users" in value) ? { ...value, users: [] } : value;
    return validator.Check(complete) ? complete : undefined;
  } catch {
    return undefined;
  }
}

/** Credentials read from an existing `credentials.json`. */
type StoredCredentials = ServiceCredentials | undefined;

/**
 * Creates the API keys, users and client application of the sample and writes them to `credentials.json`. Existing
 * credentials stay the same. Credentials that are missing in the file are created again, because the store has only
 * hashes.
 */
export async function provisionCredentials(
  platform: DataFolderStores,
  dataFolder: string,
): Promise<ServiceCredentials> {
  const path = join(dataFolder, credentialsFile);
  const stored = await readCredentials(path);
  const known = sampleUsers.filter(({ tenant }) => platform.tenants.record(tenant));
  const apiKeys = new Map<string, string>();
  for (const tenant of new Set(known.map((user) => user.tenant))) {
    apiKeys.set(tenant, await provisionApiKey(platform, tenant, stored));
  }
  const provisioned = await Promise.all(
    known.map(async (sample): Promise<UserCredentials | undefined> => {
      const { tenant, username, profile } = sample;
      const password = await provisionUser(platform, sample, stored);
      return password === undefined
        ? undefined
        : { tenantCode: tenant, apiKey: apiKeys.get(tenant) ?? "", username, password, profile };
    }),
  );
  const users = provisioned.filter((user) => user !== undefined);
  // The first user of the administrating tenant, unless that user was deleted.
  const main = users.find(({ tenantCode }) => tenantCode === sampleAdministratingTenant);
  const credentials: ServiceCredentials = {
    tenantCode: sampleAdministratingTenant,
    apiKey: apiKeys.get(sampleAdministratingTenant) ?? "",
    username: main?.username ?? sampleAnalystUserName,
    password: main?.password ?? "",
    clientId: sampleClient,
    clientSecret: await provisionClient(platform, stored),
    users,
  };
  if (JSON.stringify(credentials) !== JSON.stringify(stored)) {
    await writePrivateFile(path, JSON.stringify(credentials, null, 2));
  }
  return credentials;
}

async function provisionApiKey(
  { tenants }: DataFolderStores,
  tenant: string,
  stored: StoredCredentials,
): Promise<string> {
  const key =
    stored?.tenantCode === tenant
      ? stored.apiKey
      : stored?.users.find(({ tenantCode }) => tenantCode === tenant)?.apiKey;
  if (key !== undefined && tenants.codeOfApiKey(key) === tenant) {
    return key;
  }
  const created = createSecret();
  await tenants.setApiKey(tenant, created);
  return created;
}

/**
 * Returns the password of a sample user, or `undefined` if the user was deleted. Creates the user once; later changes
 * to the user's profile are kept.
 */
async function provisionUser(
  { users }: DataFolderStores,
  sample: SampleUser,
  stored: StoredCredentials,
): Promise<string | undefined> {
  const { tenant, username, displayName, profileId, permissionId } = sample;
  const known = users.record(tenant, username);
  const isNew = !users.isProvisioned(username);
  if (!known && !isNew) {
    return undefined;
  }
  const storedPassword =
    stored?.username === username
      ? stored.password
      : stored?.users.find((user) => user.username === username)?.password;
  let password = known && storedPassword;
  if (password === undefined) {
    password = createPassword();
    if (known) {
      await users.setPassword(known.userId, password);
    } else {
      await users.create({
        tenant,
        username,
        password,
        displayName,
        email: username,
        isEnabled: true,
        groupIds: [],
        permissionIds: [permissionId],
        profileAssignments: [{ profileId }],
      });
    }
  }
  if (isNew) {
    await users.markProvisioned(username);
  }
  return password;
}

async function provisionClient({ clients }: DataFolderStores, stored: StoredCredentials): Promise<string> {
  const secret = await provisionSecret(clients, stored);
  await clients.allowRedirects(sampleClient, sampleRedirectUris);
  await clients.setDefaultRedirect(sampleClient, sampleDefaultRedirectUri);
  return secret;
}

async function provisionSecret(clients: ClientStore, stored: StoredCredentials): Promise<string> {
  const storedSecret = stored?.clientId === sampleClient ? stored.clientSecret : undefined;
  if (storedSecret !== undefined && (await clients.verify(sampleClient, storedSecret))) {
    return storedSecret;
  }
  const secret = createSecret();
  await clients.register(sampleClient, sampleAdministratingTenant, secret);
  return secret;
}

/** Creates a password of four groups of letters and digits, without characters that look alike. */
function createPassword(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789";
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}

import { randomInt } from "node:crypto";
import { chmod, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Credentials, UserCredentials } from "./credentials-file.ts";
import { credentialsFile, readCredentials } from "./credentials-file.ts";
import type { Platform } from "./platform.ts";
import {
  administrating,
  analyst,
  type SampleUser,
  sampleClient,
  sampleDefaultRedirectUri,
  sampleRedirectUris,
  sampleUsers,
} from "./sample-content/sample-users.ts";
import type { ClientStore } from "./store/client-store.ts";
import { createSecret } from "./store/secrets.ts";

/** What is in `credentials.json` already. */
type Kept = Credentials | undefined;

/**
 * The API keys, users and client application of the sample. They stay the same over restarts; what the file lacks, since
 * it is gone, spoilt or of an earlier version, is made anew, because the store has hashes only.
 */
export async function provisionCredentials(platform: Platform, dataFolder: string): Promise<Credentials> {
  const path = join(dataFolder, credentialsFile);
  const kept = await readCredentials(path);
  const known = sampleUsers.filter(({ tenant }) => platform.tenants.record(tenant));
  const apiKeys = new Map<string, string>();
  for (const tenant of new Set(known.map((user) => user.tenant))) {
    apiKeys.set(tenant, await provisionApiKey(platform, tenant, kept));
  }
  const passwords = new Map(
    await Promise.all(known.map(async (user) => [user.username, await provisionUser(platform, user, kept)] as const)),
  );
  const toUser = ({ tenant, username, profile }: SampleUser): UserCredentials => ({
    tenantCode: tenant,
    apiKey: apiKeys.get(tenant) ?? "",
    username,
    password: passwords.get(username) ?? "",
    profile,
  });
  const credentials: Credentials = {
    tenantCode: administrating,
    apiKey: apiKeys.get(administrating) ?? "",
    username: analyst,
    password: passwords.get(analyst) ?? "",
    clientId: sampleClient,
    clientSecret: await provisionClient(platform, kept),
    users: known.map(toUser),
  };
  if (JSON.stringify(credentials) !== JSON.stringify(kept)) {
    await writeCredentials(path, credentials);
  }
  return credentials;
}

async function provisionApiKey({ tenants }: Platform, tenant: string, kept: Kept): Promise<string> {
  const key =
    kept?.tenantCode === tenant ? kept.apiKey : kept?.users.find(({ tenantCode }) => tenantCode === tenant)?.apiKey;
  if (key !== undefined && tenants.codeOfApiKey(key) === tenant) {
    return key;
  }
  const created = createSecret();
  await tenants.setApiKey(tenant, created);
  return created;
}

/** The user's password; the profile is the sample's as it is now. */
async function provisionUser({ users }: Platform, sample: SampleUser, kept: Kept): Promise<string> {
  const { tenant, username, displayName, capabilities } = sample;
  const known = users.byName(username);
  if (known && JSON.stringify(known.capabilities) !== JSON.stringify(capabilities)) {
    await users.setCapabilities(known.userId, capabilities);
  }
  const keptPassword =
    kept?.username === username ? kept.password : kept?.users.find((user) => user.username === username)?.password;
  if (known && keptPassword !== undefined) {
    return keptPassword;
  }
  const password = createPassword();
  if (known) {
    await users.setPassword(known.userId, password);
  } else {
    await users.create({ tenant, username, password, displayName, email: username, capabilities });
  }
  return password;
}

async function provisionClient({ clients }: Platform, kept: Kept): Promise<string> {
  const secret = await provisionSecret(clients, kept);
  await clients.allowRedirects(sampleClient, sampleRedirectUris);
  await clients.setDefaultRedirect(sampleClient, sampleDefaultRedirectUri);
  return secret;
}

async function provisionSecret(clients: ClientStore, kept: Kept): Promise<string> {
  const keptSecret = kept?.clientId === sampleClient ? kept.clientSecret : undefined;
  if (keptSecret !== undefined && (await clients.prove(sampleClient, keptSecret))) {
    return keptSecret;
  }
  const secret = createSecret();
  await clients.register(sampleClient, administrating, secret);
  return secret;
}

async function writeCredentials(path: string, credentials: Credentials): Promise<void> {
  const unfinished = `${path}.new`;
  await writeFile(unfinished, JSON.stringify(credentials, null, 2), { mode: 0o600 });
  await chmod(unfinished, 0o600);
  await rename(unfinished, path);
}

/** Four groups of letters and digits that are told apart by eye. */
function createPassword(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789";
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}

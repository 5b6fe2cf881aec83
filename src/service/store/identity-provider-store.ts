import { createPublicKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { StoreError } from "./store-error.ts";

const file = "identity-providers.json";

/** Who vouches for a tenant's users by SAML assertions (service-api, "OAuth 2.0 with OpenID Connect"). */
export interface IdentityProvider {
  /** Entity id of the provider, the issuer of its assertions. */
  readonly issuer: string;
  /** Whom its assertions must be for: this service, as the provider knows it. */
  readonly audience: string;
  /** PEM: the certificate it signs with, or the public key of it. */
  readonly certificate: string;
}

const IdentityProviderFile = Type.Record(
  Type.String(),
  Type.Object(
    { issuer: Type.String(), audience: Type.String(), certificate: Type.String() },
    { additionalProperties: false },
  ),
);
const validator = Compile(IdentityProviderFile);

/**
 * The identity providers of tenants, by tenant code, as `identity-providers.json` in the data folder has them when the
 * service starts.
 */
export class IdentityProviderStore {
  readonly #providers: ReadonlyMap<string, IdentityProvider>;

  private constructor(providers: ReadonlyMap<string, IdentityProvider>) {
    this.#providers = providers;
  }

  static async open(dataFolder: string): Promise<IdentityProviderStore> {
    const text = await readText(join(dataFolder, file));
    return new IdentityProviderStore(new Map(text === undefined ? [] : Object.entries(parseProviders(text))));
  }

  find(tenant: string): IdentityProvider | undefined {
    return this.#providers.get(tenant);
  }
}

function parseProviders(text: string): Readonly<Record<string, IdentityProvider>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new StoreError(`${file} in the data folder is not JSON; mend it or remove it`, { cause: error });
  }
  if (!validator.Check(value)) {
    const shape = '{"<tenant code>": {"issuer", "audience", "certificate"}}';
    throw new StoreError(`${file} in the data folder does not fit; its shape is ${shape}`);
  }
  for (const [tenant, { certificate }] of Object.entries(value)) {
    if (!isCertificate(certificate)) {
      throw new StoreError(`${file} in the data folder has no certificate or public key as PEM for ${tenant}`);
    }
  }
  return value;
}

function isCertificate(pem: string): boolean {
  if (!/^\s*-----BEGIN (CERTIFICATE|PUBLIC KEY)-----/.test(pem)) {
    return false;
  }
  try {
    return createPublicKey(pem).type === "public";
  } catch {
    return false;
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw new StoreError(`${file} in the data folder cannot be read`, { cause: error });
  }
}

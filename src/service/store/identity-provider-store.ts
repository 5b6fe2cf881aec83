import { createPublicKey } from "node:crypto";
import { Type } from "typebox";
import { createSettingsFileReader } from "./settings-file.ts";
import { StoreError } from "./store-error.ts";

const name = "identity-providers.json";

/** The SAML identity provider of a tenant (service-api, "OAuth 2.0 with OpenID Connect"). */
export interface IdentityProvider {
  /** Entity id of the provider, which assertions name as the issuer. */
  readonly issuer: string;
  /** Name of this service at the provider, which assertions must have as audience. */
  readonly audience: string;
  /** Signing certificate of the provider, or its public key, in PEM. */
  readonly certificate: string;
}

const IdentityProviderFile = Type.Record(
  Type.String(),
  Type.Object(
    { issuer: Type.String(), audience: Type.String(), certificate: Type.String() },
    { additionalProperties: false },
  ),
);
const readFile = createSettingsFileReader({
  name,
  schema: IdentityProviderFile,
  shape: '{"<tenant code>": {"issuer", "audience", "certificate"}}',
});

/**
 * Reads the identity providers of tenants from `identity-providers.json` in the data folder when the service starts.
 */
export class IdentityProviderStore {
  readonly #providers: ReadonlyMap<string, IdentityProvider>;

  private constructor(providers: ReadonlyMap<string, IdentityProvider>) {
    this.#providers = providers;
  }

  static async open(dataFolder: string): Promise<IdentityProviderStore> {
    return new IdentityProviderStore(new Map(Object.entries(await readProviders(dataFolder))));
  }

  find(tenant: string): IdentityProvider | undefined {
    return this.#providers.get(tenant);
  }
}

/** Reads the file and checks the certificates. Throws a `StoreError`. */
async function readProviders(dataFolder: string): Promise<Readonly<Record<string, IdentityProvider>>> {
  const providers = (await readFile(dataFolder)) ?? {};
  for (const [tenant, { certificate }] of Object.entries(providers)) {
    if (!isCertificate(certificate)) {
      throw new StoreError(`${name} in the data folder has no certificate or public key as PEM for ${tenant}`);
    }
  }
  return providers;
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

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AskAuthorizationCode } from "../../src/client/interface/authorization-request.ts";
import type { ClientApplication, JwtGrant, PasswordCredentials } from "../../src/client/interface/connection.ts";
import { TestIdentityProvider } from "./identity-provider.ts";
import type { TestService } from "./running-service.ts";

/** Everything that a user of a test service can sign in with. */
export interface SignInWays {
  /** What the tenant's identity provider asserts of the user. */
  assertion(): Promise<string>;
  application(): Promise<ClientApplication>;
  credentials(): Promise<PasswordCredentials>;
  /** A browser whose user signs in at once. */
  readonly askCode: AskAuthorizationCode;
  /** One of each kind. */
  readonly grants: Readonly<Record<JwtGrant["kind"], JwtGrant>>;
}

/** Sets up single sign-on of the sample's tenant, for which the service is started again. */
export async function signInWays(test: TestService): Promise<SignInWays> {
  const provider = new TestIdentityProvider(() => test.clock.now());
  const { issuer, audience, certificate } = provider;
  const providers = JSON.stringify({ WFF_demo: { issuer, audience, certificate } });
  await writeFile(join(test.dataFolder, "identity-providers.json"), providers);
  await test.restart();
  const assertion = async () => provider.sign(provider.assertion(test.service.ready.username));
  const application = async () => {
    const { clientId, clientSecret } = test.service.credentials;
    return { clientId, clientSecret };
  };
  const credentials = async () => {
    const { username, password } = test.service.ready;
    return { username, password };
  };
  const askCode: AskAuthorizationCode = async ({ addressFor }) => {
    const redirectUri = "vscode://workforce.workforce-analytics/signed-in?windowId=1";
    const asked = new URL(addressFor(redirectUri));
    const page = await test.send("GET", asked.pathname + asked.search);
    const form = await test.send("POST", page.headers.location ?? "", { form: { ...(await credentials()) } });
    return { redirectUri, query: new URL(form.headers.location ?? "").search.slice(1) };
  };
  return {
    assertion,
    application,
    credentials,
    askCode,
    grants: {
      "authorization-code": { kind: "authorization-code", application, askCode },
      password: { kind: "password", application, credentials },
      "saml-bearer": { kind: "saml-bearer", application, assertion },
      "asid-exchange": { kind: "asid-exchange", credentials },
    },
  };
}

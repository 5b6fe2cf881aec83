import type { TokenRequest, TokenResponse } from "../../contract/authentication.ts";
import { HttpError } from "../call/call.ts";
import type { ServiceParts } from "../parts/service-parts.ts";
import { issueTokens } from "./issue-tokens.ts";
import { AssertionError, verifyAssertion } from "./saml-assertion.ts";
import { checkScope } from "./scope.ts";
import { verifyClient } from "./verify-client.ts";

/**
 * Exchanges a SAML assertion from the identity provider of the client application's tenant; each assertion works once.
 */
export async function exchangeSamlAssertion(body: TokenRequest, parts: ServiceParts): Promise<TokenResponse> {
  const scope = checkScope(body.scope ?? "read");
  const client = await verifyClient(body, parts);
  const provider = parts.identityProviders.find(client.tenant);
  if (!provider) {
    throw new HttpError(
      400,
      "SINGLE_SIGN_ON_OFF",
      `No identity provider is set up for ${client.tenant}: describe it in identity-providers.json in the service's data folder and start the service again, or use another grant type.`,
    );
  }
  const { id, subject, expiresAt } = await verifyAssertion(body.assertion ?? "", provider, parts.clock).catch(refuse);
  const user = parts.users.byName(subject);
  if (!user || user.loginTenant !== client.tenant) {
    throw new HttpError(
      401,
      "ASSERTION_INVALID",
      `The assertion's subject is not a user of ${client.tenant}; have the identity provider send the user name as NameID.`,
    );
  }
  if (!(await parts.tokens.useOnce("assertion", `${provider.issuer} ${id}`, user.userId, expiresAt))) {
    throw new HttpError(
      401,
      "ASSERTION_REUSED",
      "The assertion was used before; request a new one from the identity provider.",
    );
  }
  return issueTokens({ user, scope, clientId: client.id }, parts);
}

function refuse(error: unknown): never {
  throw error instanceof AssertionError
    ? new HttpError(401, "ASSERTION_INVALID", `${error.message} Request a new one from the identity provider.`, {
        cause: error,
      })
    : error;
}

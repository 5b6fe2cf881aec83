import type { DeploymentProfile } from "../../contract/deployment-profile.ts";
import type { ClientApplication, PasswordCredentials } from "../interface/connection.ts";
import { encodeFormValue } from "../text/redact.ts";

/**
 * Form fields of a token request for one grant. The grant type is named as in the specification (service-api, "OAuth
 * 2.0 with OpenID Connect"). They are secret.
 */
export interface GrantFormFields {
  readonly fields: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  /** Advice for the user when the service refuses the grant. */
  readonly advice: string;
}

const standardPrefix = "urn:service:params:oauth:grant-type:";

/** Returns the form fields of a grant, with a service-specific grant type renamed as the deployment names it. */
export function toDeployedGrantFields(
  { fields }: GrantFormFields,
  { grantPrefix }: DeploymentProfile,
): Readonly<Record<string, string>> {
  const { grant_type: grant = "" } = fields;
  return grantPrefix !== undefined && grant.startsWith(standardPrefix)
    ? { ...fields, grant_type: grantPrefix + grant.slice(standardPrefix.length) }
    : fields;
}

export function createCodeForm(
  application: ClientApplication,
  { code, redirectUri, verifier }: { readonly code: string; readonly redirectUri: string; readonly verifier: string },
): GrantFormFields {
  return {
    fields: {
      grant_type: "authorization_code",
      ...fieldsOf(application),
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    },
    secrets: [application.clientSecret, code, verifier],
    advice:
      "Start the sign-in again; if that does not help, check client id, client secret and callback address of the connection.",
  };
}

/**
 * Creates the form of the `password` grant. The client id and secret are also sent as HTTP Basic credentials, as in the
 * specification's sample.
 */
export function createPasswordForm(
  application: ClientApplication,
  { username, password }: PasswordCredentials,
): GrantFormFields {
  const { clientId, clientSecret } = application;
  const basic = Buffer.from(`${encodeFormValue(clientId)}:${encodeFormValue(clientSecret)}`).toString("base64");
  return {
    fields: { grant_type: "password", ...fieldsOf(application), username, password, scope: "read" },
    headers: { Authorization: `Basic ${basic}` },
    secrets: [clientSecret, password, basic],
    advice: "Check client id, client secret, user name and password of the connection.",
  };
}

export function createSamlForm(application: ClientApplication, assertion: string): GrantFormFields {
  // RFC 7522 requires the XML in base64url; any other text is assumed to be base64url already.
  const encoded = /^\s*</.test(assertion) ? Buffer.from(assertion).toString("base64url") : assertion.replace(/\s/g, "");
  return {
    fields: {
      grant_type: "urn:ietf:params:oauth:grant-type:saml2-bearer",
      ...fieldsOf(application),
      assertion: encoded,
    },
    secrets: [application.clientSecret, encoded, assertion],
    advice:
      "An assertion is valid for minutes: get a new one from the identity provider. If it is new, check client id and client secret of the connection, and that the tenant trusts the identity provider.",
  };
}

export function createAsidForm(asidToken: string): GrantFormFields {
  return {
    fields: { grant_type: `${standardPrefix}asid-token`, asid_token: asidToken },
    secrets: [asidToken],
    advice:
      "Ask an administrator whether the tenant exchanges ASID tokens, or choose another kind of sign-in for the connection.",
  };
}

export function createRefreshForm(refreshToken: string, application: ClientApplication | undefined): GrantFormFields {
  return {
    fields: { grant_type: "refresh_token", refresh_token: refreshToken, ...(application && fieldsOf(application)) },
    secrets: [refreshToken, ...(application ? [application.clientSecret] : [])],
    advice: "Sign in to the connection again.",
  };
}

function fieldsOf({ clientId, clientSecret }: ClientApplication) {
  return { client_id: clientId, client_secret: clientSecret };
}

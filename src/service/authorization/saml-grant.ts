import type { Profile } from "@node-saml/node-saml";
import type { Clock } from "../../base/clock.ts";
import type { TokenRequest, TokenResponse } from "../../contract/authentication.ts";
import { HttpError } from "../call/call.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import type { IdentityProvider } from "../store/identity-provider-store.ts";
import { issueTokens } from "./issue-tokens.ts";
import { checkScope } from "./scope.ts";
import { verifyClient } from "./verify-client.ts";

/**
 * Exchanges a SAML assertion for tokens. The identity provider of the client application's tenant must have issued the
 * assertion. Each assertion can be used once.
 */
export async function exchangeSamlAssertion(body: TokenRequest, parts: ServiceDependencies): Promise<TokenResponse> {
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
  const user = parts.users.byName(client.tenant, subject);
  if (!user) {
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

/** Content of a verified assertion. */
interface VerifiedAssertion {
  readonly id: string;
  /** User name. */
  readonly subject: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Thrown for an assertion that is not accepted; the message gives the reason. */
class AssertionError extends Error {
  override readonly name = "AssertionError";
}

/** Tolerated difference between the clocks of two machines. */
const acceptedSkewMs = 60_000;

/**
 * Verifies a SAML 2.0 bearer assertion (RFC 7522, 3): base64url or base64 of an `Assertion`, or of a `Response` that
 * contains one. The assertion itself must be signed by the identity provider. Only signed content is read. Throws an
 * `AssertionError`.
 */
async function verifyAssertion(encoded: string, provider: IdentityProvider, clock: Clock): Promise<VerifiedAssertion> {
  const xml = Buffer.from(encoded, "base64")
    .toString("utf8")
    .replace(/^\s*<\?xml[^>]*\?>/, "");
  if (/<!DOCTYPE/i.test(xml)) {
    throw new AssertionError("The assertion has a document type declaration, which is not allowed.");
  }
  const profile = await verifiedProfile(isResponse(xml) ? xml : wrapInResponse(xml), provider, clock);
  const assertion = profile.getAssertion?.().Assertion as ParsedAssertion | undefined;
  if (!assertion || profile.issuer !== provider.issuer) {
    throw new AssertionError("The assertion is from another issuer than the tenant's identity provider.");
  }
  const id = assertion.$?.ID;
  if (!id || typeof profile.nameID !== "string" || profile.nameID === "") {
    throw new AssertionError("The assertion has no subject or no ID.");
  }
  const expiresAt = bearerExpiry(assertion, clock.now());
  return { id, subject: profile.nameID, expiresAt };
}

/** The signed element as node-saml's parser represents it. */
interface ParsedAssertion {
  readonly $?: { readonly ID?: string };
  readonly Conditions?: readonly { readonly $?: Limits }[];
  readonly Subject?: readonly { readonly SubjectConfirmation?: readonly Confirmation[] }[];
}

interface Limits {
  readonly NotBefore?: string;
  readonly NotOnOrAfter?: string;
}

interface Confirmation {
  readonly $?: { readonly Method?: string };
  readonly SubjectConfirmationData?: readonly { readonly $?: Limits }[];
}

async function verifiedProfile(xml: string, provider: IdentityProvider, clock: Clock): Promise<Profile> {
  // Loaded with the first assertion, because most services never get one.
  const { SAML } = await import("@node-saml/node-saml");
  /** Uses the service's clock instead of the system time. */
  class ClockedSaml extends SAML {
    protected override checkTimestampsValidityError(_: number, ...limits: [string, string, number?]): Error | null {
      return super.checkTimestampsValidityError(clock.now(), ...limits);
    }

    /**
     * Removes the library's own age limit: only the assertion's limits count, and the library fails on conditions
     * without an end, which are valid.
     */
    protected override calcMaxAgeAssertionTime(): number {
      return 0;
    }
  }
  const saml = new ClockedSaml({
    idpCert: provider.certificate,
    issuer: provider.audience,
    audience: provider.audience,
    // Required by the library, but part of the browser flow, which is not used here.
    callbackUrl: "http://127.0.0.1/",
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: acceptedSkewMs,
  });
  let profile: Profile | null;
  try {
    await checkAlgorithms(xml);
    ({ profile } = await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString("base64") }));
  } catch (error) {
    throw error instanceof AssertionError ? error : new AssertionError(reasonOf(error), { cause: error });
  }
  if (!profile) {
    throw new AssertionError("The document has no assertion.");
  }
  return profile;
}

/** Algorithms that a signature may use. Excludes SHA-1, which the library accepts although forgeries are practical. */
const secureAlgorithms = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
]);

/** Throws unless every signature in the document, even one that is not used, has a secure algorithm. */
async function checkAlgorithms(xml: string): Promise<void> {
  const { parseDomFromString, xpath } = await import("@node-saml/node-saml/lib/xml.js");
  const methods = xpath.selectElements(
    await parseDomFromString(xml),
    "//*[local-name(.)='SignatureMethod' or local-name(.)='DigestMethod']",
  );
  for (const method of methods) {
    const algorithm = method.getAttribute("Algorithm") ?? "";
    if (!secureAlgorithms.has(algorithm)) {
      const isSha1 = /sha1$/i.test(algorithm);
      throw new AssertionError(
        `The assertion is signed ${isSha1 ? "with SHA-1, which can be forged" : "with an algorithm that is not accepted"}; set the identity provider to RSA with SHA-256, for the signature and the digest.`,
      );
    }
  }
}

/** Translates the library's errors, because its messages quote the assertion. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (/audience/i.test(message)) {
    return "The assertion is for another audience than this service.";
  }
  if (/expired|not yet valid/i.test(message)) {
    return "The assertion has expired or is not valid yet.";
  }
  if (/signature/i.test(message)) {
    return "The assertion is not signed by the tenant's identity provider, or was changed after it was signed.";
  }
  return "The assertion cannot be read; send one SAML 2.0 assertion as base64url.";
}

/**
 * Time at which the assertion expires, in epoch milliseconds. Throws if it has no expiry, because it would work like a
 * password.
 */
function bearerExpiry({ Conditions, Subject }: ParsedAssertion, now: number): number {
  const bearer = Subject?.[0]?.SubjectConfirmation?.filter(
    ({ $ }) => $?.Method === "urn:oasis:names:tc:SAML:2.0:cm:bearer",
  );
  if (!bearer?.length) {
    throw new AssertionError("The assertion has no bearer confirmation of its subject.");
  }
  const ends = [Conditions?.[0]?.$, ...bearer.map(({ SubjectConfirmationData }) => SubjectConfirmationData?.[0]?.$)]
    .flatMap((limits) => (limits?.NotOnOrAfter === undefined ? [] : [Date.parse(limits.NotOnOrAfter)]))
    .map((end) => end + acceptedSkewMs);
  if (ends.length === 0) {
    throw new AssertionError("The assertion has no expiry time.");
  }
  const end = Math.min(...ends);
  if (!(end > now)) {
    throw new AssertionError("The assertion has expired or is not valid yet.");
  }
  return end;
}

function isResponse(xml: string): boolean {
  return /^\s*<([\w.-]+:)?Response[\s>]/.test(xml);
}

/**
 * Wraps an assertion in a response, because the library accepts only responses. The wrapper is not signed and is not
 * read.
 */
function wrapInResponse(assertion: string): string {
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${assertion}</samlp:Response>`;
}

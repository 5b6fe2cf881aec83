import { generateKeyPairSync, randomUUID } from "node:crypto";
import { signXml } from "@node-saml/node-saml/lib/xml.js";

/** What an assertion says; times are epoch milliseconds. */
export interface AssertionParts {
  readonly subject: string;
  readonly issuer: string;
  readonly audience: string;
  readonly id: string;
  readonly notBefore: number;
  /** Left out when `undefined`. */
  readonly notOnOrAfter: number | undefined;
  readonly method: string;
}

type Hash = "sha1" | "sha256" | "sha512";

const namespace = "urn:oasis:names:tc:SAML:2.0:assertion";

/** An identity provider with a key of its own. */
export class TestIdentityProvider {
  readonly issuer = "https://identity.example/saml";
  readonly audience = "https://workforce.example/saml";
  readonly #keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** What the service's setting has of the key, PEM. */
  get certificate(): string {
    return this.#keys.publicKey.export({ type: "spki", format: "pem" }).toString();
  }

  /** An assertion as XML, good for five minutes unless `parts` say otherwise. */
  assertion(subject: string, parts: Partial<AssertionParts> = {}): string {
    const now = this.#now();
    const {
      id = `_${randomUUID()}`,
      issuer = this.issuer,
      audience = this.audience,
      notBefore = now,
      method = "urn:oasis:names:tc:SAML:2.0:cm:bearer",
    } = parts;
    const end = "notOnOrAfter" in parts ? parts.notOnOrAfter : now + 5 * 60_000;
    const until = end === undefined ? "" : ` NotOnOrAfter="${new Date(end).toISOString()}"`;
    return [
      `<saml:Assertion xmlns:saml="${namespace}" ID="${id}" IssueInstant="${new Date(now).toISOString()}" Version="2.0">`,
      `<saml:Issuer>${issuer}</saml:Issuer>`,
      `<saml:Subject><saml:NameID>${parts.subject ?? subject}</saml:NameID>`,
      `<saml:SubjectConfirmation Method="${method}"><saml:SubjectConfirmationData${until}/></saml:SubjectConfirmation>`,
      "</saml:Subject>",
      `<saml:Conditions NotBefore="${new Date(notBefore).toISOString()}"${until}>`,
      `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`,
      "</saml:Conditions>",
      "</saml:Assertion>",
    ].join("");
  }

  /** The same with an enveloped signature, RSA with SHA-256 unless the hashes are named. */
  sign(
    xml: string,
    { signature = "sha256", digest = "sha256" }: Partial<Record<"signature" | "digest", Hash>> = {},
  ): string {
    const assertion = "//*[local-name(.)='Assertion']";
    return signXml(
      xml,
      assertion,
      { reference: `${assertion}/*[local-name(.)='Issuer']`, action: "after" },
      {
        privateKey: this.#keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
        signatureAlgorithm: signature,
        digestAlgorithm: digest,
      },
    );
  }
}

import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** A certificate and its key, both as PEM. */
export interface OwnCertificate {
  readonly certificate: string;
  readonly key: string;
}

const ecdsaWithSha256 = sequence(identifier("2a8648ce3d040302"));
const yearMs = 365 * 86_400_000;

/** Makes what a company has that signs its own certificates: its authority, and a certificate of these hosts signed by it. */
export function createOwnCertificates(
  host: string,
  ...others: readonly string[]
): { authority: OwnCertificate; server: OwnCertificate } {
  const authorityKeys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const serverKeys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const issuer = "Workforce Test Authority";
  const isAuthority = extension("551d13", sequence(tagged(0x01, Buffer.from([0xff]))));
  const hasResultId = extension("551d11", sequence(...[host, ...others].map((one) => tagged(0x82, Buffer.from(one)))));
  return {
    authority: issue(issuer, issuer, authorityKeys.publicKey, isAuthority, authorityKeys.privateKey),
    server: {
      ...issue(issuer, host, serverKeys.publicKey, hasResultId, authorityKeys.privateKey),
      key: pemOf(serverKeys.privateKey),
    },
  };
}

/** A certificate as RFC 5280 writes it, valid for a year from yesterday; the key that comes with it is the issuer's. */
function issue(
  issuer: string,
  subject: string,
  publicKey: KeyObject,
  extensions: Buffer,
  issuerKey: KeyObject,
): OwnCertificate {
  const yesterdayMs = Date.now() - 86_400_000;
  const content = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name(issuer),
    sequence(instant(yesterdayMs), instant(yesterdayMs + yearMs)),
    name(subject),
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(extensions)),
  );
  const der = sequence(content, ecdsaWithSha256, bits(sign("sha256", content, issuerKey)));
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    certificate: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
    key: pemOf(issuerKey),
  };
}

function pemOf(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}

function name(commonName: string): Buffer {
  return sequence(tagged(0x31, sequence(identifier("550403"), tagged(0x0c, Buffer.from(commonName)))));
}

/** UTCTime, `YYMMDDHHMMSSZ`. */
function instant(epochMs: number): Buffer {
  return tagged(0x17, Buffer.from(new Date(epochMs).toISOString().replace(/^..|[-:T]|\.\d+/g, "")));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(identifier(id), tagged(0x04, value));
}

function identifier(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, "hex"));
}

function bits(content: Buffer): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.from([0]), content]));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

/** DER: tag, length, content. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

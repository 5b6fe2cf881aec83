import { createHash } from "node:crypto";
import type { PgpKey } from "../../contract/pgp-keys.ts";

const dayMs = 24 * 60 * 60_000;
/** Number of days before its expiry from which a key is shown as expiring. */
const warningDays = 60;

/** State of a key at a time: `expiring` within the 60 days before its expiry. */
type KeyState = "valid" | "expiring" | "expired" | "unknown";

/** Returns the state of a key at a time, given in epoch milliseconds. */
export function keyStateOf({ expiryDate }: Pick<PgpKey, "expiryDate">, nowMs: number): KeyState {
  const expiresMs = Date.parse(expiryDate ?? "");
  if (Number.isNaN(expiresMs)) {
    return "unknown";
  }
  if (expiresMs <= nowMs) {
    return "expired";
  }
  return expiresMs - nowMs <= warningDays * dayMs ? "expiring" : "valid";
}

/** Returns the number of whole days until the expiry of a key. */
export function daysUntilExpiry({ expiryDate }: Pick<PgpKey, "expiryDate">, nowMs: number): number {
  return Math.floor((Date.parse(expiryDate ?? "") - nowMs) / dayMs);
}

/**
 * Returns the expiry that is a number of years ahead, as UTC in ISO 8601. A minute is taken off, because the service
 * compares it with its own clock, which may be behind.
 */
export function expiryInYears(years: number, nowMs: number): string {
  const expires = new Date(nowMs - 60_000);
  expires.setUTCFullYear(expires.getUTCFullYear() + years);
  return expires.toISOString();
}

/**
 * Returns the fingerprint of an armored public key in groups of four digits, as `gpg` prints it (RFC 9580, 5.5.4).
 * Undefined if the text is no public key.
 */
export function fingerprintOf(armored: string): string | undefined {
  const body = keyPacketOf(bytesOf(armored));
  const [version] = body ?? [];
  if (body === undefined || (version !== 4 && version !== 6)) {
    return undefined;
  }
  const length = Buffer.alloc(version === 4 ? 3 : 5);
  length[0] = version === 4 ? 0x99 : 0x9b;
  length.writeUIntBE(body.length, 1, length.length - 1);
  const digest = createHash(version === 4 ? "sha1" : "sha256")
    .update(length)
    .update(body)
    .digest("hex");
  return digest.toUpperCase().replace(/.{4}(?=.)/g, "$& ");
}

/** Returns the bytes in an armored text, without its headers and its checksum. */
function bytesOf(armored: string): Buffer {
  const [, content = ""] = /-----BEGIN PGP PUBLIC KEY BLOCK-----([\s\S]*?)-----END/.exec(armored) ?? [];
  const lines = content.split(/\r?\n/).map((line) => line.trim());
  const headersEnd = lines.findIndex((line, index) => index > 0 && line === "");
  const data = lines.slice(headersEnd + 1).filter((line) => line !== "" && !line.startsWith("="));
  return Buffer.from(data.join(""), "base64");
}

const publicKeyTag = 6;

/** Returns the content of the first packet if it is a public key (RFC 9580, 4.2). */
function keyPacketOf(bytes: Buffer): Buffer | undefined {
  const [header = 0, first = 0, second = 0] = bytes;
  if ((header & 0x80) === 0) {
    return undefined;
  }
  if ((header & 0x40) !== 0) {
    const [start, length] = first < 192 ? [2, first] : [3, ((first - 192) << 8) + second + 192];
    return (header & 0x3f) === publicKeyTag && first < 224 ? packetBody(bytes, start, length) : undefined;
  }
  const sizeBytes = [1, 2][header & 0x03];
  return ((header >> 2) & 0x0f) === publicKeyTag && sizeBytes !== undefined && bytes.length > sizeBytes
    ? packetBody(bytes, 1 + sizeBytes, bytes.readUIntBE(1, sizeBytes))
    : undefined;
}

function packetBody(bytes: Buffer, start: number, length: number): Buffer | undefined {
  return bytes.length >= start + length ? bytes.subarray(start, start + length) : undefined;
}

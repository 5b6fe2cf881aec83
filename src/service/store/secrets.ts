import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const scryptKey = promisify<string, Buffer, number, Buffer>(scrypt);
const keyLength = 32;

/** Creates a random secret of 256 bits as text that is safe in headers, cookies and URLs. */
export function createSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Hashes a random secret for storage. A random secret needs no salt. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Hashes a password with scrypt. Returns `salt.key`, both base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await scryptKey(password, salt, keyLength);
  return `${salt.toString("base64url")}.${key.toString("base64url")}`;
}

/** Whether a password belongs to a hash of `hashPassword`. */
export async function matchesPasswordHash(password: string, hash: string): Promise<boolean> {
  const [salt = "", key = ""] = hash.split(".");
  const expected = Buffer.from(key, "base64url");
  const actual = await scryptKey(password, Buffer.from(salt, "base64url"), keyLength);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const scryptKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const keyLength = 32;

/** Cost parameter N of scrypt, a power of two. It takes about 16 MB and 50 ms for each password. */
export const defaultPasswordCost = 16_384;

/** Creates a random secret of 256 bits as text that is safe in headers, cookies and URLs. */
export function createSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Hashes a random secret for storage. A random secret needs no salt. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Hashes a password with scrypt. Returns `salt.key.cost`, salt and key as base64url. */
export async function hashPassword(password: string, cost: number = defaultPasswordCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await scryptKey(password, salt, keyLength, { cost });
  return `${salt.toString("base64url")}.${key.toString("base64url")}.${cost}`;
}

/** Whether a password belongs to a hash of `hashPassword`, whatever its cost. Hashes of earlier versions do not name their cost. */
export async function matchesPasswordHash(password: string, hash: string): Promise<boolean> {
  const [salt = "", key = "", cost = defaultPasswordCost] = hash.split(".");
  const expected = Buffer.from(key, "base64url");
  const actual = await scryptKey(password, Buffer.from(salt, "base64url"), keyLength, { cost: Number(cost) });
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

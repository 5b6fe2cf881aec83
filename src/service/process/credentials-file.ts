import { readFile } from "node:fs/promises";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { isRecord } from "../../base/guards.ts";

/** Name of the file in a data folder that holds the service's credentials. Only the owner of the folder can read it. */
export const credentialsFile = "credentials.json";

const UserCredentials = Type.Object({
  tenantCode: Type.String(),
  apiKey: Type.String(),
  username: Type.String(),
  password: Type.String(),
  /** What the user's profile permits, for display. */
  profile: Type.String(),
});
export type UserCredentials = Static<typeof UserCredentials>;

/** Credentials for the local service: the main user, who may do everything, a client application, and further users. */
const Credentials = Type.Object({
  tenantCode: Type.String(),
  apiKey: Type.String(),
  username: Type.String(),
  password: Type.String(),
  clientId: Type.String(),
  clientSecret: Type.String(),
  users: Type.Array(UserCredentials, { default: [] }),
});
export type Credentials = Static<typeof Credentials>;

const validator = Compile(Credentials);

/**
 * Reads a credentials file. Returns `undefined` when the file is missing or invalid. A file of an earlier version has
 * no `users`: they become an empty list.
 */
export async function readCredentials(path: string): Promise<Credentials | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
  return parseCredentials(text);
}

/** Drops the parser's error, because its message would quote a secret. */
function parseCredentials(text: string): Credentials | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const complete = isRecord(value) && !("users" in value) ? { ...value, users: [] } : value;
    return validator.Check(complete) ? complete : undefined;
  } catch {
    return undefined;
  }
}

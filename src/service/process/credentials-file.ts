import { readFile } from "node:fs/promises";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { isRecord } from "../../base/guards.ts";

/** Name, in a data folder, of the file with its credentials, which only the owner of the folder reads. */
export const credentialsFile = "credentials.json";

const UserCredentials = Type.Object({
  tenantCode: Type.String(),
  apiKey: Type.String(),
  username: Type.String(),
  password: Type.String(),
  /** What the user's profile is good for. */
  profile: Type.String(),
});
export type UserCredentials = Static<typeof UserCredentials>;

/** What signs in to a service of one's own: a user who may do everything, a client application, and further users. */
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

/** `undefined` for a file that is not there or holds something else; an earlier version's has no `users` yet. */
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

/** What the parser says of a spoilt file would quote a secret. */
function parseCredentials(text: string): Credentials | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const whole = isRecord(value) && !("users" in value) ? { ...value, users: [] } : value;
    return validator.Check(whole) ? whole : undefined;
  } catch {
    return undefined;
  }
}

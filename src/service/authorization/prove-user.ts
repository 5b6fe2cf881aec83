import { HttpError } from "../call/call.ts";
import type { ServiceParts } from "../parts/service-parts.ts";
import type { User } from "../store/user-store.ts";

/** The user of a name and a password, `undefined` when either is wrong; an HttpError 429 after too many wrong ones. */
export function findUser(
  { passwordGuesses, users }: ServiceParts,
  username: string,
  password: string,
): Promise<User | undefined> {
  return passwordGuesses.guard(username, () => users.signIn(username, password));
}

/** The user of a name and a password; a 401 that does not tell which of the two is wrong. */
export async function proveUser(parts: ServiceParts, username: string, password: string): Promise<User> {
  const user = await findUser(parts, username, password);
  if (!user) {
    throw new HttpError(401, "SIGN_IN_FAILED", "The user name or the password is wrong.");
  }
  return user;
}

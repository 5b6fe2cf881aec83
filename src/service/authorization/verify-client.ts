import { foldUserName } from "../../base/user-rules.ts";
import type { TokenRequest } from "../../contract/authentication.ts";
import { HttpError } from "../call/call.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import type { ClientApplication } from "../store/client-store.ts";
import type { User } from "../store/user-store.ts";

/** Returns the client application that has the client id and secret of a token request. Throws a 401. */
export async function verifyClient(
  { client_id, client_secret }: TokenRequest,
  { clients }: ServiceDependencies,
): Promise<ClientApplication> {
  const client = await clients.verify(client_id ?? "", client_secret ?? "");
  if (!client) {
    throw new HttpError(
      401,
      "CLIENT_INVALID",
      "The client id or the client secret is wrong; use those of a registered client application.",
    );
  }
  return client;
}

/** Throws a 401 unless the client application and the user belong to the same tenant. */
export function checkClientTenant({ tenant }: ClientApplication, user: User): void {
  if (tenant !== user.loginTenant) {
    throw new HttpError(
      401,
      "CLIENT_OTHER_TENANT",
      "The client application is registered for a tenant other than the user's; use one that belongs to the user's tenant.",
    );
  }
}

/**
 * Returns the user with this name and password, or undefined when one of them is wrong. `tenant` is whose user is meant if
 * several tenants have one of the name. Throws a 429 after too many wrong passwords.
 */
export function findUserByPassword(
  { passwordGuesses, users }: ServiceDependencies,
  username: string,
  password: string,
  tenant?: string,
): Promise<User | undefined> {
  const isShared = users.countNamed(username) > 1;
  return passwordGuesses.guard(foldUserName(username), isShared, () => users.signIn(username, password, tenant));
}

/** Returns the user with this name and password. Throws a 401 that does not reveal which of the two is wrong. */
export async function verifyUserPassword(
  parts: ServiceDependencies,
  username: string,
  password: string,
  tenant?: string,
): Promise<User> {
  const user = await findUserByPassword(parts, username, password, tenant);
  if (!user) {
    throw new HttpError(401, "SIGN_IN_FAILED", "The user name or the password is wrong.");
  }
  return user;
}

import type { TestAnswer, TestRequest, TestService } from "./running-service.ts";

/** Calls of one user of a test service, who has signed in. */
export interface SignedInUser {
  readonly headers: Readonly<Record<string, string>>;
  call(method: string, path: string, content?: TestRequest): Promise<TestAnswer>;
}

/** Signs in a user by a token alone, whatever the user's profile says about passwords. */
export async function signInAs(test: TestService, tenant: string, username: string): Promise<SignedInUser> {
  const { platform, credentials } = test.service;
  const userId = platform.users.byName(tenant, username)?.userId;
  const apikey = credentials.users.find(({ tenantCode }) => tenantCode === tenant)?.apiKey;
  if (userId === undefined || apikey === undefined) {
    throw new Error(`The test service has no user ${username} of ${tenant}.`);
  }
  const token = await platform.tokens.issue({ kind: "asid", userId, scope: "read" }, 24 * 60 * 60_000);
  const headers = { apikey, cookie: `ServiceASIDToken=${token}` };
  return {
    headers,
    call: (method, path, content = {}) =>
      test.send(method, path, { ...content, headers: { ...headers, ...content.headers } }),
  };
}

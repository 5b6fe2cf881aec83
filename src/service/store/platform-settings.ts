import { exportJWK, generateKeyPair, type JWK } from "jose";
import type { PlatformDatabase } from "./platform-database.ts";

/**
 * The private key that access tokens are signed with, for ES256; made on the first start and kept, so that a restart
 * signs nobody out.
 */
export async function signingKey(platform: PlatformDatabase): Promise<JWK> {
  const kept = await platform.use((connection) =>
    connection.rows("SELECT value FROM settings WHERE name = 'accessTokenKey'"),
  );
  if (kept[0]) {
    return JSON.parse(String(kept[0].value));
  }
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const key = await exportJWK(privateKey);
  await platform.transaction(async (connection) => {
    // The shared secret that an earlier version signed with.
    await connection.run("DELETE FROM settings WHERE name = 'signingKey'");
    await connection.run("INSERT INTO settings VALUES ('accessTokenKey', ?)", [JSON.stringify(key)]);
  });
  return key;
}

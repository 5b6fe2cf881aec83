import type { PlatformDatabase } from "./platform-database.ts";
import { createSecret } from "./secrets.ts";

/** The key that access tokens are signed with; made on the first start and kept, so that a restart signs nobody out. */
export async function signingKey(platform: PlatformDatabase): Promise<string> {
  return platform.transaction(async (connection) => {
    const [row] = await connection.rows("SELECT value FROM settings WHERE name = 'signingKey'");
    if (row) {
      return String(row.value);
    }
    const key = createSecret();
    await connection.run("INSERT INTO settings VALUES ('signingKey', ?)", [key]);
    return key;
  });
}

import type { PlatformDatabase } from "./platform-database.ts";

/** Stores the keys that SSH servers had when the service first connected to them. */
export class HostKeyStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Returns the fingerprint that a server had first: `SHA256:` and base64. */
  async find(host: string, port: number): Promise<string | undefined> {
    const [row] = await this.#platform.use((connection) =>
      connection.rows("SELECT fingerprint FROM ssh_host_keys WHERE host = ? AND port = ?", [host.toLowerCase(), port]),
    );
    return row && String(row.fingerprint);
  }

  /** Adds the fingerprint of a server that has none yet. */
  async add(host: string, port: number, fingerprint: string): Promise<void> {
    await this.#platform.transaction((connection) =>
      connection.run("INSERT OR IGNORE INTO ssh_host_keys VALUES (?, ?, ?)", [host.toLowerCase(), port, fingerprint]),
    );
  }
}

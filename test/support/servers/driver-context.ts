import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DriverContext, HostKeys } from "../../../src/service/drivers/file-store.ts";
import { Egress } from "../../../src/service/egress/egress.ts";

/** Host keys in memory. */
export class MemoryHostKeys implements HostKeys {
  readonly kept = new Map<string, string>();

  async find(host: string, port: number): Promise<string | undefined> {
    return this.kept.get(`${host}:${port}`);
  }

  async add(host: string, port: number, fingerprint: string): Promise<void> {
    this.kept.set(`${host}:${port}`, fingerprint);
  }
}

/** What drivers work with in tests: this machine alone, and the folders that are given. */
export function createDriverContext({
  allowedFolders = [],
  hostKeys = new MemoryHostKeys(),
  signal = new AbortController().signal,
}: {
  readonly allowedFolders?: readonly string[];
  readonly hostKeys?: HostKeys;
  readonly signal?: AbortSignal;
} = {}): DriverContext {
  dataFolder ??= makeDataFolder();
  return { egress: new Egress({ dataFolder, allowedFolders }), hostKeys, tenant: "WFF_demo", signal };
}

let dataFolder: string | undefined;

function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "workforce-data-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

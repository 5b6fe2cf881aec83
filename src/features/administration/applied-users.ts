import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { isRecord, isStringArray } from "../../base/guards.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import { writePrivateFile } from "../../host/write-private-file.ts";
import type { AppliedUser } from "./users-plan-model.ts";

/** The users of a file as they were last applied to a tenant. */
export interface AppliedState extends TenantTarget {
  /** Time in ISO 8601. */
  readonly appliedAt: string;
  readonly users: readonly AppliedUser[];
}

/**
 * Stores what was applied of each users file to each tenant, in private files of this machine. A users file may be in a
 * repository; what one machine applied is therefore not written beside it.
 */
export class AppliedUsers {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns what was applied of a file to a tenant. Undefined if nothing is known. */
  async read(file: string, target: TenantTarget): Promise<AppliedState | undefined> {
    return await readState(this.#pathOf(file, target));
  }

  /** Returns the tenants that a file was applied to, the latest first. */
  async targetsOf(file: string): Promise<readonly TenantTarget[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const own = names.filter((name) => name.startsWith(`${hash(file)}-`));
    const states = await Promise.all(own.map((name) => readState(path.join(this.#folder, name))));
    return states
      .flatMap((state) => state ?? [])
      .sort((one, other) => (one.appliedAt < other.appliedAt ? 1 : -1))
      .map(({ connectionId, tenant }) => ({ connectionId, tenant }));
  }

  async write(file: string, state: AppliedState): Promise<void> {
    await writePrivateFile(this.#pathOf(file, state), JSON.stringify(state));
  }

  #pathOf(file: string, { connectionId, tenant }: TenantTarget): string {
    return path.join(this.#folder, `${hash(file)}-${hash(JSON.stringify([connectionId, tenant]))}.json`);
  }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** Reads a stored state. A file that is damaged counts as none, so that all users are sent again. */
async function readState(file: string): Promise<AppliedState | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    return isState(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isState(value: unknown): value is AppliedState {
  return (
    isRecord(value) &&
    isStringArray([value["connectionId"], value["tenant"], value["appliedAt"]]) &&
    Array.isArray(value["users"]) &&
    value["users"].every(
      (one: unknown) => isRecord(one) && isRecord(one["user"]) && typeof one["user"]["username"] === "string",
    )
  );
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isRecord } from "../../base/guards.ts";

/** An invitation as the owner of the data folder reads it. */
export interface Invitation {
  readonly tenantCode: string;
  readonly username: string;
  /** Path and query of the page, below the address of the service. */
  readonly page: string;
  /** ISO 8601 instant. */
  readonly validUntil: string;
}

/** Returns the path of the file of a data folder with the invitations that can still be taken. */
export function invitationsFileOf(dataFolder: string): string {
  return join(dataFolder, "invitations.json");
}

/** Reads the invitations of a data folder. A missing or damaged file has none; new ones are made when users change next. */
export async function readInvitations(dataFolder: string): Promise<readonly Invitation[]> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(invitationsFileOf(dataFolder), "utf8"));
  } catch {
    return [];
  }
  return Array.isArray(value) ? value.filter(isInvitation) : [];
}

function isInvitation(value: unknown): value is Invitation {
  return (
    isRecord(value) &&
    ["tenantCode", "username", "page", "validUntil"].every((name) => name in value && typeof value[name] === "string")
  );
}

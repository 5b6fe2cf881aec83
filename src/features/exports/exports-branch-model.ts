import { assertNever } from "../../base/assert-never.ts";
import type { Client } from "../../client/call/client.ts";
import type { BranchPage, TenantTarget } from "../../host/tenant-branch.ts";
import { type ExportGroup, type ExportsEntry, exportGroups, toVersionExport } from "./exports-entry.ts";
import { listOperations } from "./exports-operations-model.ts";

/** Number of entries of one page. */
const pageSize = 100;

type ListClient = Pick<Client, "listDataVersionExports">;

/** Service calls that the branch needs. */
interface ExportsSource {
  clientFor(target: TenantTarget): Promise<ListClient>;
  /** Returns the operations that the service of a connection is known not to support. */
  missingOperations(connectionId: string): ReadonlySet<string>;
}

interface ExportsPage extends BranchPage {
  readonly entries: readonly ExportsEntry[];
}

/** Loads the entries of the branch *Exports* below a tenant. */
export class ExportsBranchModel {
  readonly #source: ExportsSource;

  constructor(source: ExportsSource) {
    this.#source = source;
  }

  async children(entry: ExportsEntry, target: TenantTarget, page: number, signal: AbortSignal): Promise<ExportsPage> {
    switch (entry.kind) {
      case "exports":
        return { entries: this.#groups(target).map((group) => ({ kind: "group", group, name: group })) };
      case "group": {
        const entries = await this.#entries(entry.group, target, signal);
        return pageOf(entries.length > 0 ? entries : [{ kind: "empty", group: entry.group, name: "empty" }], page);
      }
      case "versionExport": {
        const { found } = entry;
        const files = found.files.map((file): ExportsEntry => ({ kind: "file", found, file, name: file.filename }));
        return pageOf(files.length > 0 ? files : [{ kind: "noFiles", name: "noFiles" }], page);
      }
      case "file":
      case "empty":
      case "noFiles":
        return { entries: [] };
      default:
        return assertNever(entry);
    }
  }

  #groups({ connectionId }: TenantTarget): readonly ExportGroup[] {
    const missing = this.#source.missingOperations(connectionId);
    return exportGroups.filter((group) => listOperations[group].every((operation) => !missing.has(operation)));
  }

  async #entries(group: ExportGroup, target: TenantTarget, signal: AbortSignal): Promise<readonly ExportsEntry[]> {
    const client = await this.#source.clientFor(target);
    switch (group) {
      case "versionExports": {
        const { dataVersionExports = [] } = await client.listDataVersionExports({}, { signal });
        return dataVersionExports
          .map(toVersionExport)
          .sort((one, other) => (other.timestamp ?? "").localeCompare(one.timestamp ?? ""))
          .map((found) => ({ kind: "versionExport", found, name: found.uuid }));
      }
      default:
        return assertNever(group);
    }
  }
}

function pageOf(entries: readonly ExportsEntry[], page: number): ExportsPage {
  const end = (page + 1) * pageSize;
  return { entries: entries.slice(page * pageSize, end), next: entries.length > end ? page + 1 : undefined };
}

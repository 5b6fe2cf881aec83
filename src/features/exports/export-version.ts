import * as vscode from "vscode";
import { fieldsOf } from "../../base/guards.ts";
import type { ExportableDataVersions } from "../../contract/data-version-exports.ts";
import { startedJobOf } from "../../contract/started-job.ts";
import { formatPlural } from "../../host/amounts.ts";
import { callTenant } from "../../host/call-tenant.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { timeText } from "../../host/entry-tree-item.ts";
import { isBranchItem, type TenantTarget } from "../../host/tenant-branch.ts";
import { disableIcons } from "../../host/untrusted-text.ts";
import type { ExportsServices } from "./exports-services.ts";
import { nameOfExport } from "./exports-tree-item.ts";

type ExportableVersion = NonNullable<ExportableDataVersions["dataVersions"]>[number];

/** Returns the number of the data version whose tree item a command was called for, or undefined. */
export function versionOfItem(item: unknown): string | undefined {
  return isBranchItem(item) && fieldsOf(item.entry)["kind"] === "version" ? item.entry.name : undefined;
}

/**
 * Exports a data version, or what changed since an older one. Asks for the version if none is given, and for the base;
 * both questions say how many exports of the day are left.
 */
export async function exportVersion(
  target: TenantTarget,
  given: string | undefined,
  services: ExportsServices,
): Promise<void> {
  const { tenant } = target;
  const listed = await callTenant(
    target,
    vscode.l10n.t("Reading the data versions of {0}", tenant),
    services.connections,
    (client, signal) => client.listExportableDataVersions({}, { signal }),
  );
  checkQuota(tenant, listed);
  const versions = [...(listed.dataVersions ?? [])].sort(byAge);
  if (versions.length === 0) {
    throw new Error(vscode.l10n.t("{0} has no data version that can be exported. Process its data first.", tenant));
  }
  const number = given ?? (await chooseVersion(versions, title(tenant, listed)));
  const version = versions.find(({ dataVersion }) => dataVersion === number);
  if (!version) {
    throw new Error(
      vscode.l10n.t("The data version {0} of {1} can no longer be exported. Choose another one.", number, tenant),
    );
  }
  const base = await chooseBase(version, versions, title(tenant, listed));
  const body = { dataVersionNumber: number, ...(base !== undefined && { baseDataVersionNumber: base }) };
  const label = vscode.l10n.t("Export of {0}", nameOfExport({ version: number, base }));
  const answer = await callTenant(target, label, services.connections, (client, signal) =>
    client.scheduleDataVersionExport({ body }, { signal }),
  );
  const job = startedJobOf("scheduleDataVersionExport", { body }, answer, tenant);
  if (job) {
    await services.watchJob(target.connectionId, job, label);
  }
}

function checkQuota(tenant: string, { exportsToday = 0, exportsPerDay }: ExportableDataVersions): void {
  if (exportsPerDay !== undefined && exportsToday >= exportsPerDay) {
    throw new Error(
      formatPlural(
        exportsToday,
        [
          vscode.l10n.t(
            "{1} has exported 1 data version today, which is all that a day has. Export again after midnight UTC, or download an export that is there.",
          ),
          vscode.l10n.t(
            "{1} has exported {0} data versions today, which is all that a day has. Export again after midnight UTC, or download an export that is there.",
          ),
        ],
        tenant,
      ),
    );
  }
}

/** Title of the questions, with the quota if the service tells it. */
function title(tenant: string, { exportsToday, exportsPerDay }: ExportableDataVersions): string {
  return exportsToday === undefined || exportsPerDay === undefined
    ? vscode.l10n.t("Export Data Version of {0}", tenant)
    : vscode.l10n.t("Export Data Version of {0} ({1}/{2} exports today)", tenant, exportsToday, exportsPerDay);
}

async function chooseVersion(versions: readonly ExportableVersion[], titleText: string): Promise<string> {
  const picked = await vscode.window.showQuickPick(
    versions.map((version) => ({
      label: disableIcons(version.dataVersion ?? ""),
      description: disableIcons(describe(version)),
      number: version.dataVersion ?? "",
    })),
    { title: titleText, placeHolder: vscode.l10n.t("Data version to export"), matchOnDescription: true },
  );
  if (!picked) {
    throw new CancelledError();
  }
  return picked.number;
}

/** Asks for the version whose differences are exported. Undefined means all rows. */
async function chooseBase(
  version: ExportableVersion,
  versions: readonly ExportableVersion[],
  titleText: string,
): Promise<string | undefined> {
  const number = version.dataVersion ?? "";
  const older = versions.filter(
    (other) => other.dataCategory === version.dataCategory && byAge(other, version) > 0 && other !== version,
  );
  const whole = {
    label: vscode.l10n.t("Whole Version"),
    description: vscode.l10n.t("all rows of {0}", number),
    base: undefined,
  };
  const bases = older.map((other) => ({
    label: vscode.l10n.t("Changes Since {0}", disableIcons(other.dataVersion ?? "")),
    description: disableIcons(describe(other)),
    base: other.dataVersion,
  }));
  const picked = await vscode.window.showQuickPick([whole, ...bases], {
    title: titleText,
    placeHolder: vscode.l10n.t("What to export of {0}", number),
  });
  if (!picked) {
    throw new CancelledError();
  }
  return picked.base;
}

function describe({ dataCategory, created, isPublished }: ExportableVersion): string {
  return [dataCategory, isPublished === false ? vscode.l10n.t("draft") : undefined, timeText(created)]
    .filter(Boolean)
    .join(" · ");
}

/** The newest version first: by its number, which a service may write as any text. */
function byAge(one: ExportableVersion, other: ExportableVersion): number {
  const [first = "", second = ""] = [one.dataVersion, other.dataVersion];
  return second.localeCompare(first, "en", { numeric: true });
}

import type { OperationName } from "../../contract/contract.ts";
import type { ExportGroup } from "./exports-entry.ts";

/** Operations that list the entries of a group. A group is left out if the service does not support one of them. */
export const listOperations: Readonly<Record<ExportGroup, readonly OperationName[]>> = {
  versionExports: ["listDataVersionExports"],
  exportConnectors: ["listExportConnectors"],
  exportCredentials: ["listExportCredentials", "listExportConnectors"],
};

/** Whether a service supports at least one group of the branch. `missing` holds the operations that it does not support. */
export function isAnyGroupOffered(missing: ReadonlySet<string>): boolean {
  return Object.values(listOperations).some((operations) => operations.every((operation) => !missing.has(operation)));
}

/** Operations that the actions on entries need. An action is offered if the service supports its operations. */
export const actionOperations = {
  export: ["listExportableDataVersions", "scheduleDataVersionExport", "getDataVersionExportJob"],
  downloadAll: ["downloadDataVersionExportFile"],
  open: ["downloadDataVersionExportFile"],
  run: ["runExportConnectorJob", "getExportConnectorJob"],
  create: ["createExportCredential", "listExportConnectors", "validateExportCredential"],
  replace: ["updateExportCredential", "listExportConnectors", "validateExportCredential"],
  validate: ["validateExportCredential"],
  delete: ["deleteExportCredential"],
} as const satisfies Readonly<Record<string, readonly OperationName[]>>;

export type ExportsAction = keyof typeof actionOperations;

export function isOffered(action: ExportsAction, missing: ReadonlySet<string>): boolean {
  return actionOperations[action].every((operation) => !missing.has(operation));
}

import type { OperationName } from "../../contract/contract.ts";
import type { DataGroup } from "./data-entry.ts";

/** Operations that list the entries of a group. A group is left out if the service does not support one of them. */
export const listOperations: Readonly<Record<DataGroup, readonly OperationName[]>> = {
  sources: ["listSources"],
  transactions: ["listOpenTransactions"],
  uploads: ["listDataUploads"],
  versions: ["listDataCategories", "listLatestDataVersions"],
  connectors: ["listDataConnectors", "listConnectorCredentials"],
  keys: ["listPgpKeys"],
};

/** Whether a service supports at least one group of the branch. `missing` holds the operations that it does not support. */
export function isAnyGroupOffered(missing: ReadonlySet<string>): boolean {
  return Object.values(listOperations).some((operations) => operations.every((operation) => !missing.has(operation)));
}

/** Operations that the actions on entries need. An action is offered if the service supports its operations. */
export const actionOperations = {
  send: [],
  csv: ["getLoadSchema"],
  commit: ["commitIntakeTransaction", "getIntakeTransactionStatus"],
  rollBack: ["rollBackIntakeTransaction"],
  exclude: ["excludeDataUploads"],
  include: ["includeDataUploads"],
  process: ["runProcessingJob"],
  download: ["downloadSourceFile"],
  problems: ["downloadSourceFile"],
  publish: ["runProcessingJob"],
  disable: ["disableDataVersions"],
  compare: ["listProjects"],
  credential: ["createConnectorCredential"],
  forget: ["deleteConnectorCredential"],
  assign: ["assignConnectorCredentials"],
  settings: ["getConnectorSettings", "updateConnectorSettings"],
  extract: ["runExtractionJob"],
  generate: ["generatePgpKey"],
  save: ["getPgpKey"],
  encrypt: ["listPgpKeys", "getPgpKey"],
  delete: ["deletePgpKey"],
} as const satisfies Readonly<Record<string, readonly OperationName[]>>;

export type DataAction = keyof typeof actionOperations;

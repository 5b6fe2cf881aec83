import type { AggregateQueryRequest, ListQueryRequest } from "../../contract/queries.ts";
import type { DataExport, ExportConnector } from "../store/export-connector-store.ts";
import type { ExportCredential } from "../store/export-credential-store.ts";
import { createStableId } from "./stable-id.ts";

const qualifyingPath = "Employee";
const property = (name: string) => ({ columnName: name, columnDefinition: { property: { name, qualifyingPath } } });
const dimension = (name: string) => ({ columnName: name, columnDefinition: { dimension: { name, qualifyingPath } } });
const concept = (name: string) => ({
  columnName: name,
  columnDefinition: { selectionConcept: { name, qualifyingPath } },
});

/** Everybody who is employed at the end of the data. */
const people: ListQueryRequest = {
  source: { analyticObject: "Employee" },
  columns: [
    property("EmployeeID"),
    property("Full_Name"),
    property("Work_Email"),
    property("Start_Date"),
    property("Age"),
    property("Base_Salary"),
    dimension("Function"),
    dimension("Location"),
    dimension("Pay_Level"),
    concept("isManager"),
  ],
  timeInterval: { dynamicDateFrom: "SOURCE", intervalPeriodType: "DAY", intervalPeriodCount: 1 },
};

/** People by function at the end of each of the last twelve months. */
const headcount: AggregateQueryRequest = {
  query: {
    source: { metric: "employeeCount" },
    axes: [{ dimensionLevelSelection: { dimension: { name: "Function", qualifyingPath }, levelIds: ["Function"] } }],
    timeIntervals: {
      dynamicDateFrom: "SOURCE",
      intervalPeriodType: "MONTH",
      intervalPeriodCount: 1,
      intervalCount: 12,
      direction: "BACKWARD",
    },
  },
};

/** Creates the sample's data exports, their connectors and the credential of these: the outbox of the tenant. */
export function createSampleExports(tenant: string): {
  readonly exports: readonly DataExport[];
  readonly connectors: readonly (ExportConnector & { readonly credentialIds: readonly string[] })[];
  readonly credential: ExportCredential;
} {
  const idOf = (kind: string, name: string) => createStableId(tenant, kind, name);
  const credential = {
    id: idOf("export-credential", "outbox"),
    basicInformation: {
      displayName: "Outbox folder",
      description: "The tenant's outbox in the data folder of the service",
    },
    destination: "folder",
    parameters: { path: `outbox/${tenant}` },
  };
  const connectorOf = (objectName: string, displayName: string, description: string, tableName: string) => ({
    id: idOf("export-connector", objectName),
    objectName,
    basicInformation: { displayName, description },
    links: [{ dataExportId: idOf("data-export", tableName), tableName }],
    credentialIds: [credential.id],
  });
  return {
    exports: [
      { id: idOf("data-export", "headcount"), isAggregate: true, request: headcount },
      { id: idOf("data-export", "people"), isAggregate: false, request: people },
    ],
    connectors: [
      connectorOf(
        "Nightly_Headcount",
        "Nightly headcount",
        "People by function at the end of each of the last twelve months",
        "headcount",
      ),
      connectorOf("Nightly_People", "Nightly people", "Everybody who is employed at the end of the data", "people"),
    ],
    credential,
  };
}

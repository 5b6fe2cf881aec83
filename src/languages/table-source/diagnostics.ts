import { jsonFileDiagnostics } from "../core/json/form-diagnostics.ts";
import { createProblemFactory, type DiagnosticTemplates } from "../core/text/problem.ts";

/**
 * Severities and messages of all problems of table-source definitions, by problem code (service-api, "Table sources";
 * sql-like-language 13.1 and 13.4). The codes are not part of the specification.
 */
export const tableSourceDiagnostics = {
  TD001: jsonFileDiagnostics["001"],
  TD002: jsonFileDiagnostics["002"],
  TD003: jsonFileDiagnostics["003"],
  TD004: jsonFileDiagnostics["004"],
  TD005: jsonFileDiagnostics["005"],
  TD006: jsonFileDiagnostics["006"],
  TD008: jsonFileDiagnostics["008"],
  TD101: {
    severity: "error",
    message: "`{name}` is not a valid SQL name; use letters, digits and underscores, and no digit first.",
  },
  TD102: { severity: "error", message: "Another column is called `{name}` too; letter case does not count." },
  TD103: { severity: "error", message: "`{first}` is the primary timestamp already; a table has one." },
  TD104: { severity: "error", message: "A primary timestamp is a DATE_TIME or a DATE; `{name}` is of type {type}." },
  TD105: {
    severity: "error",
    message: "`{first}` names the tenant already; a table has one column of type TENANT_ID or CUSTOMER_ID.",
  },
  TD201: { severity: "error", message: "`filterInheritedDataByTenant` needs `canChildrenInheritData` to be true." },
  TD202: {
    severity: "error",
    message: "`filterInheritedDataByTenant` needs a column of type TENANT_ID or CUSTOMER_ID.",
  },
  TD301: { severity: "error", message: "An enabled view needs a query." },
  TD302: { severity: "warning", message: "Without `enabled` this is an ordinary table, and its query is never run." },
  TD303: { severity: "error", message: "A view is defined by one query; these are {count} statements." },
  TD401: { severity: "error", message: "There is no table source of the unique id `{id}`." },
  TD402: { severity: "error", message: "An upstream table is named by its unique id; `{name}` is a name in SQL." },
  TD403: { severity: "warning", message: "The query reads `{name}`, which no dependency names." },
  TD404: { severity: "warning", message: "The query does not read `{name}`." },
  TD405: { severity: "warning", message: "Another dependency names `{name}` too." },
  TD406: { severity: "error", message: "A view cannot be upstream of itself." },
  TD407: {
    severity: "error",
    message: "A join filter sees the rows of `input` and `output` alone; it cannot read `{name}`.",
  },
  TD408: { severity: "error", message: "A join filter is one condition; `{found}` begins something else." },
  TD501: { severity: "error", message: "The query gives no column `{name}`.{suggestion}" },
} as const satisfies DiagnosticTemplates;

export const createTableSourceProblem = createProblemFactory(tableSourceDiagnostics);

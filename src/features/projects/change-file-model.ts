import { isRecord } from "../../base/guards.ts";

/** End of the names of files with changes. */
export const changeFileEnd = ".workforce-changes.json";

/** A change as a file has it. What it does to the model is `document`. */
export interface FileChange {
  readonly id?: string;
  readonly name: string;
  readonly description: string;
  readonly document?: unknown;
}

/** Name of each kind of definition in changes, with the initial content of a new one. */
export const changeKinds = {
  metric: {
    object: "Employee",
    displayName: "New metric",
    kind: "base",
    aggregate: "count",
    filter: "isManager = TRUE",
  },
  property: {
    displayName: "New property",
    type: "number",
    storage: "DOUBLE",
    formula: { operator: "divide", left: "Base_Salary", right: 12 },
  },
  dimension: {
    displayName: "New dimension",
    kind: "range",
    levels: [],
    membersOf: "Employee.New_Dimension",
    bands: { property: "Base_Salary", bounds: [50_000, 100_000] },
  },
  source: { schema: "Employee", fileNameRegex: "^new_source.*\\.csv$" },
  mapping: { table: "table_source", schema: "Employee", columns: { EmployeeID: "employee_id" } },
  user: {
    displayName: "New user",
    accountEnabled: "true",
    userGroupIds: [],
    permissionIds: [],
    profileAssignments: [{ profileId: "Viewer" }],
  },
} as const;
export type ChangeKind = keyof typeof changeKinds;

/** Subject of a new change. `definition` is the current definition; undefined for a new one. */
export interface ChangeSubject {
  readonly kind: ChangeKind;
  readonly object?: string | undefined;
  readonly id: string;
  readonly definition?: unknown;
}

/** Returns the id that a new definition of a kind begins with. */
export function newIdOf(kind: ChangeKind): string {
  const ids: Partial<Record<ChangeKind, string>> = {
    mapping: "table_source -> Employee",
    user: "new.user@example.com",
  };
  return ids[kind] ?? `New_${kind}`;
}

/** Writes a file with one change, which leaves everything as it is until it is edited. */
export function writeChangeFile({ kind, object, id, definition }: ChangeSubject): string {
  const after = definition ?? { ...changeKinds[kind] };
  const change: FileChange = {
    name: `${kind} ${id}`,
    description: "",
    document: { kind, ...(object !== undefined && { object }), id, after },
  };
  return `${JSON.stringify({ changes: [change] }, undefined, 2)}\n`;
}

/** Reads the changes of a file, or of `changes.json` of an export. Undefined for another text. */
export function readChangeFile(text: string): readonly FileChange[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const own = listOf(value, "changes");
  const versions = listOf(value, "versions");
  const changes = own ?? versions?.flatMap((version) => listOf(version, "changes") ?? []);
  return changes?.every(isFileChange) ? changes : undefined;
}

function listOf(value: unknown, field: string): readonly unknown[] | undefined {
  const list = isRecord(value) ? value[field] : undefined;
  return Array.isArray(list) ? list : undefined;
}

function isFileChange(value: unknown): value is FileChange {
  return isRecord(value) && typeof value["name"] === "string" && typeof value["description"] === "string";
}

/** Writes the `changes.json` of an import. Changes without an id get one of `createId`. */
export function writeArchiveContent(changes: readonly FileChange[], createId: () => string): string {
  const identified = changes.map(({ id = createId(), ...change }) => ({ id, ...change }));
  return JSON.stringify({ versions: [{ changes: identified }] }, undefined, 2);
}

/** Content of a change that its text contains. */
interface ChangeDocument {
  readonly kind: string;
  readonly object?: string;
  readonly id: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export function isChangeDocument(value: unknown): value is ChangeDocument {
  return isRecord(value) && typeof value["kind"] === "string" && typeof value["id"] === "string";
}

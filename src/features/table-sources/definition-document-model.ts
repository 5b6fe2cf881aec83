import { isObject } from "../../base/guards.ts";
import type { TableSource } from "../../contract/table-sources.ts";

/** Location of the table-source definition that a document edits. */
export interface DefinitionPath {
  readonly connectionId: string;
  /** Undefined for the login tenant. */
  readonly tenant: string | undefined;
  /** Undefined for a definition that is not created yet. */
  readonly tableId: string | undefined;
  readonly objectName: string;
}

const unnamed = "-";
const suffix = ".tablesource.json";

/**
 * Returns a path such as `/local/WFF_demo/4f1c/site_badge.tablesource.json`. Its parts are encoded, so that they may
 * contain slashes.
 */
export function definitionPath({ connectionId, tenant, tableId, objectName }: DefinitionPath): string {
  const parts = [connectionId, tenant ?? unnamed, tableId ?? unnamed].map((part) => encodeURIComponent(part));
  return `/${parts.join("/")}/${encodeURIComponent(objectName)}${suffix}`;
}

/** Parses a path made by `definitionPath`. Returns undefined for any other path. */
export function readDefinitionPath(path: string): DefinitionPath | undefined {
  const parts = path.split("/");
  const [, connectionId, tenant, tableId, file] = parts.map(decode);
  if (parts.length !== 5 || !connectionId || !tenant || !tableId || !file?.endsWith(suffix)) {
    return undefined;
  }
  return {
    connectionId,
    tenant: tenant === unnamed ? undefined : tenant,
    tableId: tableId === unnamed ? undefined : tableId,
    objectName: file.slice(0, -suffix.length),
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/** Returns a definition as formatted JSON for editing. */
export function definitionText(source: TableSource): string {
  return `${JSON.stringify(source, undefined, 2)}\n`;
}

/**
 * Parses the text of a definition. The service validates its fields. Throws an Error if the text is not a JSON object.
 */
export function readDefinitionText(text: string): TableSource {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error("The definition is not JSON. Correct what its editor marks, then save again.", { cause: error });
  }
  if (!isObject(value)) {
    throw new Error("A definition is one JSON object in braces. Correct it, then save again.");
  }
  return value as TableSource;
}

/** Returns a definition with only a name and columns. */
export function newDefinition(objectName: string, columns: NonNullable<TableSource["columns"]>): TableSource {
  return { objectName, basicInformation: { displayName: displayNameOf(objectName) }, columns };
}

/** Derives a display name: `site_badge` becomes `Site badge`. */
function displayNameOf(objectName: string): string {
  const words = objectName.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a text is a valid name in SQL; semantics.md, "Table sources". */
export function isSqlName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,254}$/.test(name);
}

/** Derives a valid SQL name from a text: `Badges 2026` becomes `Badges_2026`. */
export function sqlNameFrom(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .replace(/^_+|_+$/g, "");
  const name = /^[A-Za-z_]/.test(plain) ? plain : `c_${plain}`;
  return name.slice(0, 255);
}

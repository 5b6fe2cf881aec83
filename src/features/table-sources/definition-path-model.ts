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

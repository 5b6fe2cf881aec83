/** Where the definition that a document holds is. */
export interface DefinitionPath {
  readonly connectionId: string;
  /** The login tenant when undefined. */
  readonly tenant: string | undefined;
  /** Undefined for one that is not created yet. */
  readonly tableId: string | undefined;
  readonly objectName: string;
}

const unnamed = "-";
const suffix = ".tablesource.json";

/** A path such as `/local/WFF_demo/4f1c/site_badge.tablesource.json`; no part of it is split or lost by slashes within. */
export function definitionPath({ connectionId, tenant, tableId, objectName }: DefinitionPath): string {
  const parts = [connectionId, tenant ?? unnamed, tableId ?? unnamed].map((part) => encodeURIComponent(part));
  return `/${parts.join("/")}/${encodeURIComponent(objectName)}${suffix}`;
}

/** The reverse; undefined for another path. */
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

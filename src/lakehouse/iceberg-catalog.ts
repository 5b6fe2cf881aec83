import { fieldsOf } from "../base/guards.ts";
import { isLoopbackHost } from "../base/loopback-host.ts";
import { RehearsalError } from "./rehearsal-error.ts";

/** Where the tables of jobs are: an Iceberg REST catalog and a namespace in it. */
export interface CatalogPlace {
  /** Such as `https://catalog.example/api/catalog`. */
  readonly uri: string;
  readonly token: string | undefined;
  readonly warehouse: string | undefined;
  /** Its parts, such as `["tenants", "a"]`. */
  readonly namespace: readonly string[];
}

/** What a rehearsal needs to know of a table. Snapshot ids are 64-bit, and so texts. */
export interface IcebergTable {
  readonly name: string;
  readonly formatVersion: number;
  readonly mainSnapshotId: string | undefined;
  /** Whether each row of the main branch has a lineage: format 3, and written since it became one. */
  readonly hasRowLineage: boolean;
  readonly nextRowId: string;
  readonly lastSequenceNumber: string;
  readonly branches: readonly string[];
  readonly snapshots: readonly { readonly id: string; readonly timestampMs: number }[];
}

const callTimeoutMs = 30_000;
const mostBytes = 64 * 1024 * 1024;

/** Calls of an Iceberg REST catalog that rehearsals need. Its errors name the call, never the token. */
export class IcebergCatalog {
  readonly #place: CatalogPlace;
  readonly #prefix: string;
  readonly #separator: string;

  private constructor(place: CatalogPlace, prefix: string, separator: string) {
    this.#place = place;
    this.#prefix = prefix;
    this.#separator = separator;
  }

  /** Asks the catalog how to call it. Throws RehearsalError. */
  static async open(place: CatalogPlace, signal?: AbortSignal): Promise<IcebergCatalog> {
    checkUri(place.uri);
    const query = place.warehouse === undefined ? "" : `?warehouse=${encodeURIComponent(place.warehouse)}`;
    const { body } = await call(place, "GET", `v1/config${query}`, undefined, signal);
    const settings = { ...fieldsOf(body.defaults), ...fieldsOf(body.overrides) };
    const prefix = typeof settings.prefix === "string" ? `${settings.prefix}/` : "";
    const separator = settings["namespace-separator"];
    return new IcebergCatalog(place, prefix, typeof separator === "string" ? separator : "%1F");
  }

  /** Undefined if the namespace has no such table. Throws RehearsalError. */
  async loadTable(name: string, signal?: AbortSignal): Promise<IcebergTable | undefined> {
    const { status, body } = await call(this.#place, "GET", this.#pathOf(name), undefined, signal);
    return status === 404 ? undefined : readTable(name, fieldsOf(body.metadata));
  }

  /** Removes a branch of a table. Does nothing if there is none. Throws RehearsalError. */
  async dropBranch(name: string, branch: string, signal?: AbortSignal): Promise<void> {
    const table = await this.loadTable(name, signal);
    if (table?.branches.includes(branch)) {
      const updates = [{ action: "remove-snapshot-ref", "ref-name": branch }];
      const change = { identifier: { namespace: this.#place.namespace, name }, requirements: [], updates };
      await call(this.#place, "POST", this.#pathOf(name), change, signal);
    }
  }

  #pathOf(name: string): string {
    const namespace = this.#place.namespace.map(encodeURIComponent).join(this.#separator);
    return `v1/${this.#prefix}namespaces/${namespace}/tables/${encodeURIComponent(name)}`;
  }
}

function checkUri(uri: string): void {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw new RehearsalError(
      "The address of the Iceberg catalog must begin with https://. Correct workforce.spark.catalogUri.",
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new RehearsalError(
      'The address of the Iceberg catalog must hold no password. Use "Workforce: Set Spark Token...".',
    );
  }
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname)) {
    throw new RehearsalError(
      `The Iceberg catalog at ${url.host} is named without TLS, so that its token would be readable on the way. Use https://.`,
    );
  }
}

async function call(
  { uri, token }: CatalogPlace,
  method: "GET" | "POST",
  path: string,
  body: object | undefined,
  signal: AbortSignal | undefined,
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const { host } = new URL(uri);
  const timeout = AbortSignal.timeout(callTimeoutMs);
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${uri.replace(/\/+$/, "")}/${path}`, {
      method,
      // A token must not follow to another server.
      redirect: "error",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        accept: "application/json",
        ...(body && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (Number(response.headers.get("content-length") ?? 0) > mostBytes) {
      throw new RehearsalError(
        `The Iceberg catalog at ${host} answers with more than ${mostBytes} bytes for one table.`,
      );
    }
    text = await response.text();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof RehearsalError) {
      throw error;
    }
    const { cause } = error as Error;
    const code = cause instanceof Error && "code" in cause ? ` (${cause.code})` : "";
    throw new RehearsalError(
      `The Iceberg catalog does not answer at ${host}${code}. Start it, or correct workforce.spark.catalogUri.`,
      { cause: error },
    );
  }
  if (response.status === 401 || response.status === 403) {
    throw new RehearsalError(
      `The Iceberg catalog at ${host} refused the token, or asks for one. Set it with "Workforce: Set Spark Token...".`,
    );
  }
  if (!response.ok && response.status !== 404) {
    throw new RehearsalError(`The Iceberg catalog at ${host} answered ${method} with status ${response.status}.`);
  }
  if (response.status === 404 && !path.includes("/tables/")) {
    throw new RehearsalError(`There is no Iceberg REST catalog at ${host}: correct workforce.spark.catalogUri.`);
  }
  return { status: response.status, body: parseExactly(text, host) };
}

/** Parses JSON with whole numbers of 16 and more digits as texts. */
function parseExactly(text: string, host: string): Readonly<Record<string, unknown>> {
  const exact = text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (piece) =>
    piece.startsWith('"') ? piece : `"${piece}"`,
  );
  try {
    return fieldsOf(exact === "" ? {} : JSON.parse(exact));
  } catch (error) {
    throw new RehearsalError(`The answer of the Iceberg catalog at ${host} is not JSON.`, { cause: error });
  }
}

function readTable(name: string, metadata: Readonly<Record<string, unknown>>): IcebergTable {
  const refs = fieldsOf(metadata.refs);
  const mainId = fieldsOf(refs.main)["snapshot-id"];
  const snapshots = asArray(metadata.snapshots).map(fieldsOf);
  const main = snapshots.find((one) => String(one["snapshot-id"]) === String(mainId));
  const formatVersion = Number(metadata["format-version"] ?? 1);
  return {
    name,
    formatVersion,
    mainSnapshotId: mainId === undefined ? undefined : String(mainId),
    hasRowLineage: formatVersion >= 3 && (main === undefined || main["first-row-id"] !== undefined),
    nextRowId: String(metadata["next-row-id"] ?? 0),
    lastSequenceNumber: String(metadata["last-sequence-number"] ?? 0),
    branches: Object.keys(refs),
    snapshots: asArray(metadata["snapshot-log"])
      .map(fieldsOf)
      .map((entry) => ({ id: String(entry["snapshot-id"]), timestampMs: Number(entry["timestamp-ms"]) })),
  };
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

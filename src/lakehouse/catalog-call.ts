import { fieldsOf } from "../base/guards.ts";
import { isLoopbackHost } from "../base/loopback-host.ts";
import type { ServerSettings } from "../spark-connect/spark-remote.ts";
import { LakehouseError } from "./lakehouse-error.ts";

/** Location of the tables of jobs: an Iceberg REST catalog and a namespace in it. */
export interface CatalogPlace {
  /** Such as `https://catalog.example/api/catalog`. */
  readonly uri: string;
  readonly token: string | undefined;
  readonly warehouse: string | undefined;
  /** Its parts, such as `["tenants", "a"]`. */
  readonly namespace: readonly string[];
  /** Names of the settings in messages. By default, those of the extension. */
  readonly settings?: ServerSettings;
}

/** The settings of the extension. */
const extensionSettings: ServerSettings = {
  setAddress: "workforce.spark.catalogUri",
  setToken: 'Set it with "Workforce: Set Spark Token..."',
};

const callTimeoutMs = 30_000;
const mostBytes = 64 * 1024 * 1024;

/** Checks the address of a catalog before anything is sent to it. Throws LakehouseError. */
export function checkUri({ uri, settings: { setAddress, setToken } = extensionSettings }: CatalogPlace): void {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw new LakehouseError(`The address of the Iceberg catalog must begin with https://. Correct ${setAddress}.`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new LakehouseError(`The address of the Iceberg catalog must hold no password. ${setToken}.`);
  }
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname)) {
    throw new LakehouseError(
      `The Iceberg catalog at ${url.host} is named without TLS, so that its token would be readable on the way. Use https://.`,
    );
  }
}

/** A call of a catalog. `refusals` are the statuses beside 2xx that are an answer: 404 unless given. */
interface CatalogCall {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
  readonly refusals?: readonly number[];
}

/** Calls a catalog. Throws LakehouseError, or the reason of the signal. */
export async function callCatalog(
  { uri, token, settings: { setAddress, setToken } = extensionSettings }: CatalogPlace,
  { method, path, body, refusals = [404] }: CatalogCall,
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
      ...(body && { body: printExactly(body) }),
    });
    if (Number(response.headers.get("content-length") ?? 0) > mostBytes) {
      throw new LakehouseError(
        `The Iceberg catalog at ${host} answers with more than ${mostBytes} bytes for one table.`,
      );
    }
    text = await response.text();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof LakehouseError) {
      throw error;
    }
    const { cause } = error as Error;
    const code = cause instanceof Error && "code" in cause ? ` (${cause.code})` : "";
    throw new LakehouseError(
      `The Iceberg catalog does not answer at ${host}${code}. Start it, or correct ${setAddress}.`,
      { cause: error },
    );
  }
  if (response.status === 401 || response.status === 403) {
    throw new LakehouseError(`The Iceberg catalog at ${host} refused the token, or asks for one. ${setToken}.`);
  }
  if (!response.ok && !refusals.includes(response.status) && response.status !== 404) {
    throw new LakehouseError(`The Iceberg catalog at ${host} answered ${method} with status ${response.status}.`);
  }
  if (response.status === 404 && (!refusals.includes(404) || path.startsWith("v1/config"))) {
    throw new LakehouseError(`There is no Iceberg REST catalog at ${host}: correct ${setAddress}.`);
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
    throw new LakehouseError(`The answer of the Iceberg catalog at ${host} is not JSON.`, { cause: error });
  }
}

/** Prints JSON with the snapshot ids, which are texts here, as numbers. */
function printExactly(body: object): string {
  return JSON.stringify(body).replace(/"snapshot-id":"(\d+)"/g, '"snapshot-id":$1');
}

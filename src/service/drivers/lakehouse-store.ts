import { createReadStream, createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fieldsOf } from "../../base/guards.ts";
import type { EgressResponse } from "../egress/egress.ts";
import { DriverError } from "./driver-error.ts";
import type { DriverContext, FileStore, LocalFile, RemoteFile } from "./file-store.ts";
import { readShortBody } from "./http-answer.ts";
import type { LakehouseParameters } from "./providers.ts";

/** Most bytes of a list of files. */
const maxListBytes = 16 * 1024 * 1024;

interface Call {
  readonly method: string;
  readonly kind: "files" | "directories";
  readonly path: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readable | string;
}

/**
 * Files in a volume of a lakehouse, over its public HTTP interface: a token for the client's id and secret, then files
 * below `Volumes/<catalog>/<schema>/<volume>`.
 */
export class LakehouseStore implements FileStore {
  readonly #parameters: LakehouseParameters;
  readonly #context: Pick<DriverContext, "egress" | "signal">;
  readonly #token: string;

  private constructor(
    parameters: LakehouseParameters,
    context: Pick<DriverContext, "egress" | "signal">,
    token: string,
  ) {
    this.#parameters = parameters;
    this.#context = context;
    this.#token = token;
  }

  /** Asks for a token. Throws a `DriverError` if the client is refused. */
  static async open(
    parameters: LakehouseParameters,
    context: Pick<DriverContext, "egress" | "signal">,
  ): Promise<LakehouseStore> {
    const { workspaceUrl, clientId, clientSecret } = parameters;
    const url = `${workspaceUrl.replace(/\/+$/, "")}/oidc/v1/token`;
    const { status, body } = await context.egress.request(url, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ grant_type: "client_credentials", scope: "all-apis" }).toString(),
      signal: context.signal,
    });
    const answer = parseAnswer(await readShortBody(body));
    const token = answer.access_token;
    if (status !== 200 || typeof token !== "string") {
      const reason =
        status === 400 || status === 401 ? "the client id or the client secret is wrong" : "no token was given";
      throw new DriverError(`${workspaceUrl} refused the client: ${reason} (${status}).`);
    }
    return new LakehouseStore(parameters, context, token);
  }

  async *list(): AsyncGenerator<RemoteFile> {
    const folders = [""];
    for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
      let page: string | undefined;
      do {
        const query = page === undefined ? "" : `?page_token=${encodeURIComponent(page)}`;
        const call: Call = { method: "GET", kind: "directories", path: folder, query };
        const answer = parseAnswer(await readShortBody((await this.#send("list the volume", call)).body, maxListBytes));
        for (const entry of Array.isArray(answer.contents) ? answer.contents : []) {
          const { name, is_directory: isFolder, file_size: bytes, last_modified: modified } = fieldsOf(entry);
          const path = folder === "" ? String(name) : `${folder}/${String(name)}`;
          if (isFolder === true) {
            folders.push(path);
          } else {
            yield { path, bytes: Number(bytes ?? 0), modified: typeof modified === "number" ? modified : undefined };
          }
        }
        page = typeof answer.next_page_token === "string" ? answer.next_page_token : undefined;
      } while (page !== undefined);
    }
  }

  async download(path: string, target: string): Promise<void> {
    const { body } = await this.#send(`read ${path}`, { method: "GET", kind: "files", path });
    await pipeline(body, createWriteStream(target, { flags: "w", mode: 0o600 }), { signal: this.#context.signal });
  }

  /** The lakehouse shows a file only once it has all of its bytes. */
  async replace(path: string, { path: source, bytes }: LocalFile): Promise<void> {
    const headers = { "content-length": String(bytes), "content-type": "application/octet-stream" };
    const body = bytes > 0 ? createReadStream(source, { highWaterMark: 512 * 1024 }) : "";
    const call: Call = { method: "PUT", kind: "files", path, query: "?overwrite=true", headers, body };
    await readShortBody((await this.#send(`write ${path}`, call)).body);
  }

  async remove(path: string): Promise<void> {
    const call: Call = { method: "DELETE", kind: "files", path };
    await readShortBody((await this.#send(`remove ${path}`, call, [404])).body);
  }

  async close(): Promise<void> {
    // Each request has a connection of its own.
  }

  /** Throws a `DriverError` for a status other than 2xx and those in `taken`. */
  async #send(
    what: string,
    { method, kind, path, query = "", headers, body }: Call,
    taken: readonly number[] = [],
  ): Promise<EgressResponse> {
    const { workspaceUrl, catalog, schema, volume = "workforce" } = this.#parameters;
    const place = [catalog, schema, volume, ...path.split("/").filter(Boolean)].map(encodeURIComponent).join("/");
    const url = `${workspaceUrl.replace(/\/+$/, "")}/api/2.0/fs/${kind}/Volumes/${place}${query}`;
    const answer = await this.#context.egress.request(url, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, ...headers },
      body,
      signal: this.#context.signal,
    });
    if ((answer.status >= 200 && answer.status < 300) || taken.includes(answer.status)) {
      return answer;
    }
    await readShortBody(answer.body);
    const reason =
      answer.status === 404
        ? `there is no volume ${catalog}.${schema}.${volume}, or no such file in it`
        : answer.status === 403
          ? `the client has no access to ${catalog}.${schema}.${volume}`
          : "it was refused";
    throw new DriverError(`${workspaceUrl} could not ${what}: ${reason} (${answer.status}).`);
  }
}

function parseAnswer(text: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    // Not JSON: an error page, whose status says what there is to say.
    return {};
  }
}

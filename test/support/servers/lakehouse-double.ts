import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { LakehouseParameters } from "../../../src/service/drivers/providers.ts";
import type { TestServer } from "./programs.ts";

/** The public HTTP interface of a lakehouse in this process: a token, and files in one volume. */
export interface LakehouseDouble extends TestServer {
  readonly parameters: LakehouseParameters;
  /** Contents by path in the volume. */
  readonly files: Map<string, Buffer>;
}

const clientSecret = "lake-Secret-1";
const token = "token-of-the-lakehouse";

export async function startLakehouseDouble(): Promise<LakehouseDouble> {
  const files = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) {
      pieces.push(piece);
    }
    const body = Buffer.concat(pieces);
    const end = (status: number, value: unknown = {}) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    const { pathname, searchParams } = new URL(request.url ?? "", "http://lake");
    if (pathname === "/oidc/v1/token") {
      const proof = `Basic ${Buffer.from(`sync:${clientSecret}`).toString("base64")}`;
      const form = new URLSearchParams(body.toString());
      const isRight = request.headers.authorization === proof && form.get("grant_type") === "client_credentials";
      return isRight ? end(200, { access_token: token, token_type: "Bearer" }) : end(401, { error: "invalid_client" });
    }
    if (request.headers.authorization !== `Bearer ${token}`) {
      return end(401);
    }
    const volume = "/Volumes/finance/people/workforce";
    const [, kind, place = ""] = /^\/api\/2\.0\/fs\/(files|directories)(\/.*)$/.exec(pathname) ?? [];
    const path = decodeURIComponent(place).slice(volume.length + 1);
    if (!decodeURIComponent(place).startsWith(volume)) {
      return end(404);
    }
    switch (`${request.method} ${kind}`) {
      case "PUT files":
        if (files.has(path) && searchParams.get("overwrite") !== "true") {
          return end(409);
        }
        files.set(path, body);
        return response.writeHead(204).end();
      case "GET files": {
        const found = files.get(path);
        return found ? response.writeHead(200, { "content-length": found.length }).end(found) : end(404);
      }
      case "DELETE files":
        return files.delete(path) ? response.writeHead(204).end() : end(404);
      case "GET directories":
        return end(200, {
          contents: [...files].map(([name, { length }]) => ({
            name,
            is_directory: false,
            file_size: length,
            last_modified: 1767322800000,
          })),
        });
      default:
        return end(405);
    }
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    files,
    parameters: {
      workspaceUrl: `http://127.0.0.1:${port}`,
      catalog: "finance",
      schema: "people",
      clientId: "sync",
      clientSecret,
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

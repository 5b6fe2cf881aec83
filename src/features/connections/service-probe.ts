import { connect, createServer } from "node:net";
import { alivePath, type ReadyLine, readServiceFile, type ServiceFile } from "../../service/start.ts";

/** Whether nobody listens at the address any more; one that is only slow has not ended. */
export function hasEnded({ url }: ReadyLine): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.setTimeout(3000);
    socket.once("connect", () => resolve(false));
    socket.once("timeout", () => resolve(false));
    socket.once("error", () => resolve(true));
    for (const event of ["connect", "timeout", "error"]) {
      socket.once(event, () => socket.destroy());
    }
  });
}

/** The port where nobody listens on it, else any free one: 0. */
export function freePort(port: number): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(0));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(port)));
  });
}

/** The service that runs on a data folder and answers. */
export async function findRunning(folder: string): Promise<ServiceFile | undefined> {
  const service = readServiceFile(folder);
  return service && (await isAlive(service)) ? service : undefined;
}

/** Whether the very service of the file answers, and not something else on its port. */
export async function isAlive({ url, apiKey, ...service }: ReadyLine & Partial<ServiceFile>): Promise<boolean> {
  try {
    const answer = await fetch(`${url}${alivePath}`, {
      headers: { apikey: apiKey },
      signal: AbortSignal.timeout(3000),
    });
    const { instance } = (await answer.json()) as { instance?: string };
    return answer.ok && (service.instance === undefined || instance === service.instance);
  } catch {
    // Nobody there, or nobody who speaks so.
    return false;
  }
}

/** Asks for ten seconds at most. */
export async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 100 && !(await isTrue()); attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

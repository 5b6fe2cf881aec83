import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import {
  alivePath,
  instanceProof,
  type ReadyLine,
  readServiceFile,
  type ServiceFile,
} from "../../service/process/start.ts";

/**
 * Who is at the address of a service: the very service; nobody or another program, so that it has ended; or somebody who
 * keeps silent, which may be the service with much to do.
 */
type Probe = "alive" | "ended" | "silent";

/** Finds out without sending a secret: only the service of that `instance` has the proof. */
export async function probe({ url, instance }: ReadyLine, timeoutMs = 3000): Promise<Probe> {
  const challenge = randomBytes(32).toString("base64url");
  try {
    const answer = await fetch(`${url}${alivePath}?challenge=${challenge}`, {
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { proof } = (await answer.json()) as { proof?: unknown };
    return proof === instanceProof(instance, challenge, Number(new URL(url).port)) ? "alive" : "ended";
  } catch (error) {
    // Anything else: nobody there, or nobody who speaks so.
    return error instanceof Error && error.name === "TimeoutError" ? "silent" : "ended";
  }
}

export async function isAlive(service: ReadyLine): Promise<boolean> {
  return (await probe(service)) === "alive";
}

/** How long one call may keep a service that runs from answering another one. */
export const answerTimeoutMs = 60_000;

/**
 * Rejects unless the service that runs by now is at the address: one that died is started again there, and who called it goes on.
 * `findService` proves the service that it finds, and starts one where there is none.
 */
export async function proveAddress(url: string, findService: () => Promise<Pick<ReadyLine, "url">>): Promise<void> {
  const service = await findService();
  if (service.url !== url) {
    throw new Error("The local service runs at another address by now.");
  }
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

/** Asks for ten seconds at most. */
export async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 100 && !(await isTrue()); attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

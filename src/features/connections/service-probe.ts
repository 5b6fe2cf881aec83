import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import {
  computeInstanceProof,
  livenessPath,
  type ReadyLine,
  readServiceFile,
  type ServiceFile,
} from "../../service/process/start.ts";

/**
 * Result of probing the URL of the embedded service. `alive`: the service responds. `ended`: nothing or another program
 * responds. `silent`: there is no response in time, perhaps because the service is busy.
 */
type Probe = "alive" | "ended" | "silent";

/**
 * Checks whether the service with the given `instance` runs at a URL. Sends no secret: only that service can compute
 * the expected proof.
 */
export async function probeService({ url, instance }: ReadyLine, timeoutMs = 3000): Promise<Probe> {
  const challenge = randomBytes(32).toString("base64url");
  try {
    const answer = await fetch(`${url}${livenessPath}?challenge=${challenge}`, {
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { proof } = (await answer.json()) as { proof?: unknown };
    return proof === computeInstanceProof(instance, challenge, Number(new URL(url).port)) ? "alive" : "ended";
  } catch (error) {
    // Other errors: nothing listens there, or a program with another protocol.
    return error instanceof Error && error.name === "TimeoutError" ? "silent" : "ended";
  }
}

export async function isAlive(service: ReadyLine): Promise<boolean> {
  return (await probeService(service)) === "alive";
}

/** Maximum time in milliseconds for which one request can keep a running service from responding to another. */
export const answerTimeoutMs = 60_000;

/**
 * Rejects unless the running service has the given `url`. A crashed service is restarted at the same URL, so that its
 * clients can continue. `findService` returns the verified running service, or starts one.
 */
export async function verifyAddress(url: string, findService: () => Promise<Pick<ReadyLine, "url">>): Promise<void> {
  const service = await findService();
  if (service.url !== url) {
    throw new Error("The local service now runs at another address.");
  }
}

/** Returns the given port if it is free. Otherwise returns 0, which stands for any free port. */
export function portIfFree(port: number): Promise<number> {
  return new Promise((resolve) => {
    // A client of the former service that connects meanwhile would keep the port open.
    const server = createServer((socket) => socket.destroy());
    server.once("error", () => resolve(0));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(port)));
  });
}

/** Returns the service that runs on a data folder and responds, or undefined. */
export async function findRunning(folder: string): Promise<ServiceFile | undefined> {
  const service = readServiceFile(folder);
  return service && (await isAlive(service)) ? service : undefined;
}

/** Polls a condition until it is true, for at most about ten seconds. */
export async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 100 && !(await isTrue()); attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

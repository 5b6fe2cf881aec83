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
 * Result of probing the address of a service: `alive` if the service itself answers; `ended` if nothing or another
 * program answers; `silent` if no answer arrives in time, perhaps because the service is busy.
 */
type Probe = "alive" | "ended" | "silent";

/** Probes a service without sending a secret: only the service of that `instance` can compute the proof. */
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

/** Longest time in milliseconds that one call can keep a running service from answering another. */
export const answerTimeoutMs = 60_000;

/**
 * Rejects unless the running service is at `url`: a service that died is restarted at its address, and its callers
 * carry on. `findService` verifies the service that it finds, and starts one if there is none.
 */
export async function verifyAddress(url: string, findService: () => Promise<Pick<ReadyLine, "url">>): Promise<void> {
  const service = await findService();
  if (service.url !== url) {
    throw new Error("The local service now runs at another address.");
  }
}

/** Returns the port if it is free, else 0, which means any free port. */
export function freePort(port: number): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(0));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(port)));
  });
}

/** Returns the service that runs on a data folder and answers, or undefined. */
export async function findRunning(folder: string): Promise<ServiceFile | undefined> {
  const service = readServiceFile(folder);
  return service && (await isAlive(service)) ? service : undefined;
}

/** Polls until the condition is true, for about ten seconds at most. */
export async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 100 && !(await isTrue()); attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

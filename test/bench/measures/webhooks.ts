import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { type RunningService, startService } from "../../../src/service/process/service.ts";
import { type BenchOptions, engineLimits } from "../bench-options.ts";
import type { MeasuredRow } from "../report.ts";

const liveTargets = 9;
const timeoutMs = 5 * 60_000;

/** Ends of jobs to ten webhooks, one of which never answers: how long the other nine wait for theirs. */
export async function measureWebhooks({ scratchFolder, isSmall }: BenchOptions): Promise<MeasuredRow> {
  const count = isSmall ? 20 : 1000;
  const dataFolder = await mkdtemp(join(scratchFolder, "webhooks-"));
  const service = await startService({ dataFolder, ...engineLimits }, { logger: pino({ level: "silent" }) });
  const servers: Server[] = [];
  try {
    const delaysMs = await deliver(service, servers, count);
    const sorted = delaysMs.toSorted((one, other) => one - other);
    return {
      kind: "measured",
      name: `${count.toLocaleString("en")} events to 10 webhooks, one of them dead`,
      unit: "ms",
      criteria: [
        { label: "p95 from the end of a job to its arrival, ms", value: at(sorted, 0.95), bar: 300 },
        { label: "maximum, ms", value: at(sorted, 1), bar: 10_000 },
      ],
      samples: { delay: [at(sorted, 0.5), at(sorted, 0.95), at(sorted, 0.99), at(sorted, 1)] },
      facts: { events: count, targets: liveTargets + 1, "samples are": "median, p95, p99, maximum" },
    };
  } finally {
    await service.stop();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** Returns the milliseconds from the end of each job to each of its arrivals. */
async function deliver(service: RunningService, servers: Server[], count: number): Promise<readonly number[]> {
  const { platform, ready } = service;
  const endedAt = new Map<string, number>();
  const delaysMs: number[] = [];
  let isComplete: () => void = () => undefined;
  const complete = new Promise<void>((resolve, reject) => {
    isComplete = resolve;
    setTimeout(
      () => reject(new Error(`${delaysMs.length} of ${count * liveTargets} events arrived.`)),
      timeoutMs,
    ).unref();
  });
  const onMessage = (body: string) => {
    delaysMs.push(performance.now() - (endedAt.get(JSON.parse(body).data.jobId) ?? Number.NaN));
    if (delaysMs.length === count * liveTargets) {
      isComplete();
    }
  };
  for (let index = 0; index <= liveTargets; index += 1) {
    const isDead = index === liveTargets;
    const { server, url } = await listen(isDead ? undefined : onMessage);
    servers.push(server);
    const details = {
      targetUrl: url,
      isActive: true,
      keyName: "jobs",
      eventTypes: ["jobResultSuccess"] as const,
      displayName: undefined,
    };
    await platform.webhooks.add(ready.tenantCode, details, undefined, liveTargets + 1);
  }
  platform.jobRunner.register(
    "bench",
    async (_request, { id }) => ({
      // The last moment before the end of the job is stored.
      inTransaction: async () => {
        endedAt.set(id, performance.now());
        return undefined;
      },
    }),
    { isHeavy: false },
  );
  // Whoever waits for it does so after the last job.
  complete.catch(() => undefined);
  for (let index = 0; index < count; index += 1) {
    await platform.jobRunner.start({ kind: "bench", tenant: ready.tenantCode, type: "processing", request: index });
  }
  await complete;
  return delaysMs;
}

/** A target that answers 204 to each message, or never. */
async function listen(onMessage: ((body: string) => void) | undefined): Promise<{ server: Server; url: string }> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (onMessage) {
      response.writeHead(204).end();
      onMessage(body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** The value below which a share of sorted values lies. */
function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Processor time in milliseconds that is spent to learn how much of a processor this process gets. */
const probeMs = 40;

/**
 * Milliseconds of the quickest of three attempts, as they would be without the other work of the machine: each is
 * divided by how many times longer than its processor time a computation takes beside it. One attempt is enough when it
 * stays below `mostMs`.
 */
export async function quickest(mostMs: number, attempt: () => Promise<number>): Promise<number> {
  let bestMs = Number.POSITIVE_INFINITY;
  for (let count = 0; count < 3 && bestMs >= mostMs; count++) {
    const before = slowdown();
    const tookMs = await attempt();
    bestMs = Math.min(bestMs, tookMs / Math.max(1, (before + slowdown()) / 2));
  }
  return bestMs;
}

/** Time of a computation divided by its processor time: 1 on a machine without other work. */
function slowdown(): number {
  const startedMs = performance.now();
  const started = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(started);
    const usedMs = (user + system) / 1000;
    if (usedMs >= probeMs) {
      return (performance.now() - startedMs) / usedMs;
    }
  }
}

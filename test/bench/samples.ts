/** What one measure took in one run, in the measure's unit, one number for each alternation. */
export type Samples = readonly number[];

/** Runs of the same alternations, by the name of what was run. */
export type SampleSets = Readonly<Record<string, Samples>>;

/** The middle value; between the two middle ones of an even count. */
export function median(samples: Samples): number {
  const sorted = [...samples].sort((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  const before = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined || before === undefined) {
    throw new RangeError("A median needs at least one sample.");
  }
  return (before + middle) / 2;
}

/** What this share of the samples does not exceed: 0.95 for 95 in 100. */
export function percentile(samples: Samples, share: number): number {
  const sorted = [...samples].sort((one, other) => one - other);
  const value = sorted[Math.ceil(sorted.length * share) - 1];
  if (value === undefined) {
    throw new RangeError("A percentile needs at least one sample.");
  }
  return value;
}

/** Median of ours against the smallest median of the others: below 1 ours is quicker than all of them. */
export function ratioToBest(ours: Samples, others: readonly Samples[]): number {
  return median(ours) / Math.min(...others.map(median));
}

/**
 * Runs the contestants in turn, `rounds` times, so that what else the machine does meets all of them alike. Each is run once
 * before that without being counted, except for a single round, which is to see that they run. The one that begins changes from
 * round to round.
 */
export async function alternate(
  contestants: Readonly<Record<string, () => Promise<number>>>,
  rounds: number,
): Promise<Record<string, number[]>> {
  const entries = Object.entries(contestants);
  const samples: Record<string, number[]> = Object.fromEntries(entries.map(([name]) => [name, []]));
  if (rounds > 1) {
    for (const [, run] of entries) {
      await run();
    }
  }
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < entries.length; turn += 1) {
      const [name, run] = entries[(round + turn) % entries.length] ?? [];
      if (name !== undefined && run) {
        samples[name]?.push(await run());
      }
    }
  }
  return samples;
}

/** Runs `work` and gives its milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** Runs work while the process is in a time zone. */
export async function inTimeZone(zone: string, work: () => Promise<void>): Promise<void> {
  const { TZ: former } = process.env;
  process.env.TZ = zone;
  try {
    await work();
  } finally {
    if (former === undefined) {
      delete process.env.TZ;
    } else {
      process.env.TZ = former;
    }
  }
}

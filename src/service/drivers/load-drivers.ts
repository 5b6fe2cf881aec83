/** Loads the drivers, which are a bundle of their own: most services never connect to anything. */
export function loadDrivers(): Promise<typeof import("./drivers.ts")> {
  return import("./drivers.ts");
}

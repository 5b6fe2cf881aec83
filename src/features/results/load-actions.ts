/** Loads on first use what shows, exports and compares results, to keep activation fast. */
export function loadResultActions(): Promise<typeof import("./result-actions.ts")> {
  return import("./result-actions.ts");
}

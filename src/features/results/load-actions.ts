/** Loads the module that shows, exports and compares results. Loaded on first use, to keep activation fast. */
export function loadResultActions(): Promise<typeof import("./result-actions.ts")> {
  return import("./result-actions.ts");
}

/** What shows a result and works with a whole one, loaded when it is first wanted. */
export function loadDesk(): Promise<typeof import("./results-desk.ts")> {
  return import("./results-desk.ts");
}

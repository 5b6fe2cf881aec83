/** What shows a result and works with a whole one, loaded when it is first wanted. */
export function loadActions(): Promise<typeof import("./result-actions.ts")> {
  return import("./result-actions.ts");
}

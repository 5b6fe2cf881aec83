/** Ends a `switch` over a closed set: the compiler refuses it while a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}

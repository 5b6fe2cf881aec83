/** Makes a `switch` over a closed set exhaustive: the compiler reports an error while a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}

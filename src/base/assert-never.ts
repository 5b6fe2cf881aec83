/**
 * Makes a `switch` over a union type exhaustive when called in the default branch: the compiler reports an error if a
 * case is missing.
 */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}

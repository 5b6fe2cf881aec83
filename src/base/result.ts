/** Result of an operation that can fail for reasons the caller cannot prevent: either a value or an error. */
export type Result<Value, Problem = string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };

export function success<Value>(value: Value): Result<Value, never> {
  return { ok: true, value };
}

export function failure<Problem>(problem: Problem): Result<never, Problem> {
  return { ok: false, problem };
}

import type { TokenReader } from "./token-reader.ts";

/** The names in `(a, b) -> ...`, when that is what begins here. */
export function lambdaParameters(reader: TokenReader): string[] | undefined {
  const names: string[] = [];
  let ahead = 1;
  for (;;) {
    const name = reader.peek(ahead);
    const next = reader.peek(ahead + 1);
    if (name.kind !== "word") {
      return undefined;
    }
    names.push(name.text);
    if (next.key === ")") {
      return reader.peek(ahead + 2).key === "->" ? names : undefined;
    }
    if (next.key !== ",") {
      return undefined;
    }
    ahead += 2;
  }
}

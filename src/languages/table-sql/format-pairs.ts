import type { Token } from "./syntax/token.ts";

interface Pairs {
  /** Index of the closing bracket or END by that of its opening bracket or CASE. */
  readonly partners: ReadonlyMap<number, number>;
  /** Indexes of tokens inside the angle brackets of a type. */
  readonly typeTokens: ReadonlySet<number>;
}

const closers: Readonly<Record<string, string>> = { ")": "(", "]": "[", END: "CASE" };

/** Matches brackets and CASE ... END. Undefined if they are not balanced. */
export function findPairs(tokens: readonly Token[]): Pairs | undefined {
  const partners = new Map<number, number>();
  const open: { readonly key: string; readonly index: number }[] = [];
  for (const [index, { key, kind }] of tokens.entries()) {
    const isMember =
      tokens[index - 1]?.key === "." || tokens[index - 1]?.key === "AS" || tokens[index + 1]?.key === ".";
    if (kind === "word" && isMember) {
      continue;
    }
    if (key === "(" || key === "[" || key === "CASE") {
      open.push({ key, index });
    } else if (closers[key] !== undefined && (key !== "END" || open.some((one) => one.key === "CASE"))) {
      const last = open.pop();
      if (last?.key !== closers[key]) {
        return undefined;
      }
      partners.set(last.index, index);
    }
  }
  return open.length > 0 ? undefined : { partners, typeTokens: findTypeTokens(tokens) };
}

function findTypeTokens(tokens: readonly Token[]): ReadonlySet<number> {
  const typeTokens = new Set<number>();
  let depth = 0;
  for (const [index, { key }] of tokens.entries()) {
    const isStart = key === "<" && ["ARRAY", "MAP", "STRUCT"].includes(tokens[index - 1]?.key ?? "");
    if (isStart || (depth > 0 && key === "<")) {
      depth++;
    }
    if (depth > 0) {
      typeTokens.add(index);
    }
    depth = Math.max(0, depth - (key === ">" ? 1 : key === ">>" ? 2 : key === ">>>" ? 3 : 0));
  }
  return typeTokens;
}

import fc from "fast-check";
import { type GrammarToken, readGrammarTokens } from "./read-tokens.ts";
import { recognizeScript } from "./recognize-script.ts";

type ShellState = "analytic" | "staging" | "transaction";

interface ShellStep {
  readonly words: string;
  /** The state that the shell is in afterwards. */
  readonly next: ShellState;
}

/** What each state accepts (sql-like-language 12). */
const steps: Readonly<Record<ShellState, readonly ShellStep[]>> = {
  analytic: [
    { words: "SELECT a FROM b", next: "analytic" },
    { words: "SET schema TO staging", next: "staging" },
  ],
  staging: [
    { words: "BEGIN TRANSACTION", next: "transaction" },
    { words: "SET schema TO analytic", next: "analytic" },
  ],
  transaction: [
    { words: "COPY Employee_1 FROM 'a;b.csv'", next: "transaction" },
    { words: "COMMIT", next: "staging" },
    { words: "ROLLBACK WORK", next: "staging" },
  ],
};

/** The words of scripts that go from state to state as they may, each statement with its `;`. */
export const shellScripts: fc.Arbitrary<readonly string[]> = fc
  .array(fc.tuple(fc.nat(11), fc.boolean()), { minLength: 1, maxLength: 8 })
  .map((choices) => {
    let state: ShellState = "analytic";
    const words: string[] = [];
    for (const [choice, isLower] of choices) {
      const accepted: readonly ShellStep[] = steps[state];
      const step = accepted[choice % accepted.length];
      if (step) {
        words.push(...step.words.split(" ").map((word) => (isLower ? word.toLowerCase() : word)), ";");
        state = step.next;
      }
    }
    return words;
  });

/**
 * Whether the shell takes all of a script, written from the document alone; an empty statement is passed over. Nothing is said of
 * signs that the grammar does not have while they may stand behind COMMIT or ROLLBACK, where the shell does not look.
 */
export function recognizeShellScript(text: string): boolean | undefined {
  let state: ShellState | undefined = "analytic";
  let statement: GrammarToken[] = [];
  let count = 0;
  const tokens = readGrammarTokens(text);
  if (!tokens) {
    return /commit|rollback/i.test(text) ? undefined : false;
  }
  for (const token of [...tokens, end]) {
    if (token.kind !== "sign" || token.text !== ";") {
      statement.push(token);
    } else if (statement.length > 0) {
      state = state && stateAfter(state, statement);
      statement = [];
      count++;
    }
  }
  return count > 0 && state !== undefined;
}

const end: GrammarToken = { kind: "sign", text: ";" };
const keeping: ReadonlySet<string> = new Set(["commit", "rollback"]);

function stateAfter(state: ShellState, statement: readonly GrammarToken[]): ShellState | undefined {
  const words = statement.map(({ text }) => text.toLowerCase());
  const said = words.join(" ");
  switch (state) {
    case "analytic":
      if (said === "set schema to staging") {
        return "staging";
      }
      return recognizeScript(statement.map(({ text }) => text).join(" ")) === "right" ? state : undefined;
    case "staging":
      return said === "set schema to analytic" ? "analytic" : said === "begin transaction" ? "transaction" : undefined;
    case "transaction":
      return isCopy(statement) ? state : keeping.has(words[0] ?? "") ? "staging" : undefined;
  }
}

function isCopy([copy, object, from, path, ...rest]: readonly GrammarToken[]): boolean {
  return (
    copy?.text.toLowerCase() === "copy" &&
    object?.kind === "name" &&
    from?.text === "FROM" &&
    path?.kind === "string" &&
    path.text.startsWith("'") &&
    rest.length === 0
  );
}

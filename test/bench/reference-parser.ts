import { SparkSQL } from "dt-sql-parser/dist/parser/spark/index.js";

export interface Caret {
  readonly text: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

/** The Spark SQL of dt-sql-parser; each call says how many milliseconds it took. */
export class ReferenceParser {
  readonly #library = new SparkSQL();

  /** Throws for a text with errors: recovering from them would be measured too. */
  validate(text: string): number {
    const { value, elapsedMs } = timed(() => this.#library.validate(text));
    const [first] = value;
    if (first) {
      throw new Error(`dt-sql-parser finds an error in line ${first.startLine} of its text: ${first.message}`);
    }
    return elapsedMs;
  }

  /** Throws when nothing fits at the caret. */
  complete({ text, line, column }: Caret): number {
    const caret = { lineNumber: line, column };
    const { value, elapsedMs } = silently(() => timed(() => this.#library.getSuggestionAtCaretPosition(text, caret)));
    if (!value || value.syntax.length + value.keywords.length === 0) {
      throw new Error("dt-sql-parser finds nothing that fits.");
    }
    return elapsedMs;
  }
}

/** The parser writes what it stumbles over at the caret to the console, which would be measured and would stand in the report. */
function silently<Value>(work: () => Value): Value {
  const { error } = console;
  console.error = () => undefined;
  try {
    return work();
  } finally {
    console.error = error;
  }
}

function timed<Value>(work: () => Value): { readonly value: Value; readonly elapsedMs: number } {
  const startedMs = performance.now();
  const value = work();
  return { value, elapsedMs: performance.now() - startedMs };
}

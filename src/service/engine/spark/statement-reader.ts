import type { Expression, Query } from "./syntax-tree.ts";
import { TokenStream } from "./token-stream.ts";

/** The parts of the grammar that stand within each other. */
export interface Grammar {
  readonly expression: (reader: StatementReader) => Expression;
  /** A value without comparison and logic around it. */
  readonly operand: (reader: StatementReader) => Expression;
  readonly query: (reader: StatementReader) => Query;
}

/** Tokens with what may stand anywhere among them. */
export class StatementReader extends TokenStream {
  readonly #grammar: Grammar;

  constructor(text: string, grammar: Grammar) {
    super(text);
    this.#grammar = grammar;
  }

  expression(): Expression {
    return this.nested(() => this.#grammar.expression(this));
  }

  operand(): Expression {
    return this.nested(() => this.#grammar.operand(this));
  }

  query(): Query {
    return this.nested(() => this.#grammar.query(this));
  }
}

import type { Span } from "../../core/text/span.ts";
import { findBuiltInFunction } from "../syntax/functions.ts";
import type { Token } from "../syntax/token.ts";
import type {
  Condition,
  ConditionJunction,
  Expression,
  FunctionCall,
  Predicate,
  Query,
  ShellStatement,
} from "../syntax/tree.ts";
import { isInCall } from "../syntax/walk.ts";
import { periodUnits } from "../time/units.ts";
import { type LayoutStep, LexemeWriter } from "./lexemes.ts";

/**
 * Creates the layout of a statement without errors: its tokens with line breaks and indentation, by the rules described
 * in `format.ts`.
 */
export function layOutStatement(
  text: string,
  statement: Query | ShellStatement,
  tokens: readonly Token[],
  comments: readonly Span[],
): readonly LayoutStep[] {
  const writer = new LexemeWriter(text, tokens, comments);
  writer.open(true);
  if (statement.kind === "query") {
    new QueryLayout(writer, text).write(statement);
  } else {
    writeShellStatement(writer, text, statement);
  }
  for (let token = writer.peek(); token; token = writer.peek()) {
    writer.gap(token.kind === "sign" && token.text === ";" ? "none" : "space");
    writer.take();
  }
  writer.close();
  return writer.steps;
}

/**
 * Shell keywords, which are written in upper case as in sql-like-language 12. Outside of shell statements they are
 * ordinary names.
 */
const shellWords = /^(set|to|begin|transaction|copy|commit|rollback)$/i;

function writeShellStatement(writer: LexemeWriter, text: string, { name, end }: ShellStatement): void {
  for (let token = writer.peek(); token && token.start < end; token = writer.peek()) {
    const word = text.slice(token.start, token.end);
    writer.gap("space");
    writer.take(token.start !== name?.start && shellWords.test(word) ? word.toUpperCase() : undefined);
  }
}

/** Writes the layout of a query. Each method expects that its caller has already set the gap before its first token. */
class QueryLayout {
  readonly #writer: LexemeWriter;
  readonly #text: string;

  constructor(writer: LexemeWriter, text: string) {
    this.#writer = writer;
    this.#text = text;
  }

  write({ select, items, from, where }: Query): void {
    const writer = this.#writer;
    writer.open();
    writer.takeUntil(select.end, "none");
    writer.indented(() => {
      for (const { start, expression, label } of items) {
        writer.takeUntil(start, "none");
        writer.gap("line");
        this.#writeExpression(expression);
        writer.takeUntil(label?.end ?? expression.end, "space");
      }
    });
    writer.close();
    if (from) {
      writer.takeUntil(from.keyword.end, "hard");
      writer.gap("space");
      this.#writeExpression(from.object);
    }
    if (where) {
      writer.takeUntil(where.keyword.end, "hard");
      writer.gap("space");
      this.#writeCondition(where.condition, true);
    }
  }

  /** Writes a chain of conditions. `isTop` is true right after WHERE, where each operand is on its own line. */
  #writeCondition(condition: Condition, isTop = false): void {
    const writer = this.#writer;
    switch (condition.kind) {
      case "and":
      case "or":
        writer.open(isTop);
        writer.indented(() => this.#writeOperands(condition));
        writer.close();
        break;
      case "not":
        writer.take();
        writer.gap("space");
        this.#writeCondition(condition.operand);
        break;
      case "group":
        writer.open();
        writer.take();
        writer.indented(() => {
          writer.gap("soft");
          this.#writeInBrackets(condition.condition);
        });
        writer.gap("soft");
        writer.take();
        writer.close();
        break;
      case "hole":
        break;
      default:
        this.#writePredicate(condition);
    }
  }

  /** Writes the operands in brackets as one group: if they do not fit on one line, the brackets are broken as well. */
  #writeInBrackets(condition: Condition): void {
    if (condition.kind === "and" || condition.kind === "or") {
      this.#writeOperands(condition);
    } else {
      this.#writeCondition(condition);
    }
  }

  #writeOperands({ operands }: ConditionJunction): void {
    for (const [index, operand] of operands.entries()) {
      if (index > 0) {
        this.#writer.gap("line");
        this.#writer.take();
        this.#writer.gap("space");
      }
      this.#writeCondition(operand);
    }
  }

  #writePredicate(predicate: Predicate): void {
    switch (predicate.kind) {
      case "compare":
        this.#writeExpression(predicate.left);
        this.#writeBehind(predicate.right);
        break;
      case "in":
        this.#writeExpression(predicate.left);
        if (isInCall(predicate.values)) {
          this.#writeBehind(predicate.values);
        } else {
          this.#writeList(predicate.values, predicate.end);
        }
        break;
      case "between":
        this.#writeExpression(predicate.left);
        this.#writeBehind(predicate.low);
        this.#writeBehind(predicate.high);
        break;
      case "bare":
        this.#writeExpression(predicate.operand);
        break;
      default:
        this.#writeExpression(predicate.left);
        this.#writer.takeUntil(predicate.end, "space");
    }
  }

  /** Writes an operand that follows operator words or a sign. */
  #writeBehind(operand: Expression): void {
    this.#writer.takeUntil(operand.start, "space");
    this.#writer.gap("space");
    this.#writeExpression(operand);
  }

  /** Writes the values and brackets of an IN or `NOT IN (...)` list. */
  #writeList(values: readonly Expression[], end: number): void {
    const writer = this.#writer;
    while (writer.peek()?.kind === "word") {
      writer.gap("space");
      writer.take();
    }
    writer.gap("space");
    writer.open();
    writer.take();
    writer.indented(() => {
      for (const [index, value] of values.entries()) {
        writer.takeUntil(value.start, "none");
        writer.gap(index === 0 ? "soft" : "line");
        this.#writeExpression(value);
      }
    });
    writer.takeUntil(end, "soft");
    writer.close();
  }

  #writeExpression(expression: Expression): void {
    if (expression.kind === "call") {
      this.#writeCall(expression);
    } else {
      this.#writer.take();
      this.#writer.takeUntil(expression.end, "none");
    }
  }

  #writeCall(call: FunctionCall): void {
    const writer = this.#writer;
    const called = findBuiltInFunction(this.#text.slice(call.name.start, call.name.end))?.name;
    writer.take(called);
    writer.gap("none");
    writer.open();
    writer.take();
    writer.indented(() => {
      for (const [index, { name, value }] of call.arguments.entries()) {
        writer.takeUntil(name?.start ?? value.start, "none");
        writer.gap(index === 0 ? "soft" : "line");
        if (name) {
          writer.take();
          this.#writeBehind(value);
        } else if (called === "period" && index === 1 && value.kind === "path" && value.segments.length === 1) {
          writer.take(unitSpelling(this.#text.slice(value.start, value.end)));
        } else {
          this.#writeExpression(value);
        }
      }
    });
    writer.takeUntil(call.end, call.arguments.length === 0 ? "none" : "soft");
    writer.close();
  }
}

/** Returns the standard spelling of a time unit: `Month` for `MONTH` (sql-like-language 2.5). */
function unitSpelling(text: string): string | undefined {
  return Object.keys(periodUnits).find((unit) => unit.toLowerCase() === text.toLowerCase());
}

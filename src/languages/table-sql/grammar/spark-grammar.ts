import type { ErrorListener } from "dt-sql-parser/dist/parser/common/parseErrorListener.js";
import { SparkSQL } from "dt-sql-parser/dist/parser/spark/index.js";
import { SparkErrorListener } from "dt-sql-parser/dist/parser/spark/sparkErrorListener.js";
import { RecentMap } from "../../../base/recent-map.ts";
import type { Span } from "../../core/text/span.ts";

/** Grammar of Spark SQL, provided by the library dt-sql-parser. */
export interface SparkGrammar {
  /** Returns the spans of unexpected tokens in a statement. If the statement is incomplete, the span is at its end. */
  syntaxErrors(text: string): readonly Span[];
  /** Returns the keywords, in capitals, that the grammar allows at an offset of a statement. */
  keywordsAt(text: string, offset: number): readonly string[];
}

/**
 * Maximum number of statements whose syntax errors are cached. In a long file, a keystroke changes only one statement.
 */
const maxCachedStatements = 2000;

/**
 * Creates the grammar of Spark SQL. It loads slowly and needs tens of megabytes of memory, so it is created only when
 * needed.
 */
export function createSparkGrammar(): SparkGrammar {
  const parser = new SparkParser();
  const cache = new RecentMap<string, readonly Span[]>(maxCachedStatements);
  return {
    syntaxErrors(text) {
      const errors = cache.get(text) ?? parser.errorSpans(text);
      cache.set(text, errors);
      return errors;
    },
    keywordsAt: (text, offset) => parser.keywordsAt(text, offset),
  };
}

class SparkParser extends SparkSQL {
  errorSpans(text: string): readonly Span[] {
    const lines = lineStarts(text);
    const toOffset = (line: number, column: number) =>
      Math.max(0, Math.min(text.length, (lines[line - 1] ?? text.length) + column - 1));
    return this.validate(withUtf16Columns(text)).map(({ startLine, startColumn, endLine, endColumn }) => ({
      start: toOffset(startLine, startColumn),
      end: toOffset(endLine, endColumn),
    }));
  }

  keywordsAt(text: string, offset: number): readonly string[] {
    const lines = lineStarts(text).filter((start) => start <= offset);
    const position = { lineNumber: lines.length, column: offset - (lines.at(-1) ?? 0) + 1 };
    return this.getSuggestionAtCaretPosition(withUtf16Columns(text), position)?.keywords ?? [];
  }

  /** Creates a parser with an error listener. Without a listener, the library writes every error to the console. */
  override createParser(text: string, listener: ErrorListener = () => undefined): ReturnType<SparkSQL["createParser"]> {
    return super.createParser(text, listener);
  }

  protected override createErrorListener(listener: ErrorListener): SparkErrorListener {
    return new FastErrorListener(listener, this, this.preferredRules);
  }
}

/**
 * Parser error handling without the library's slow search for expected tokens, which the extension's messages do not
 * use.
 */
class FastErrorListener extends SparkErrorListener {
  override getExpectedText(): string {
    return "";
  }
}

/** Returns the offset of each line start in a text. Only LF ends a line, as in the library. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let index = text.indexOf("\n"); index >= 0; index = text.indexOf("\n", index + 1)) {
    starts.push(index + 1);
  }
  return starts;
}

/**
 * Replaces each half of a surrogate pair by `#`, a character that begins no token. The library's columns then count
 * UTF-16 units rather than code points.
 */
function withUtf16Columns(text: string): string {
  return text.replace(/[\uD800-\uDFFF]/g, "#").replaceAll("\r", " ");
}

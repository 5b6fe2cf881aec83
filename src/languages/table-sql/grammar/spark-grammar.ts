import type { ErrorListener } from "dt-sql-parser/dist/parser/common/parseErrorListener.js";
import { SparkSQL } from "dt-sql-parser/dist/parser/spark/index.js";
import { SparkErrorListener } from "dt-sql-parser/dist/parser/spark/sparkErrorListener.js";
import { RecentMap } from "../../../base/recent-map.ts";
import type { Span } from "../../core/text/span.ts";

/** The grammar of Spark SQL from the library dt-sql-parser. */
export interface SparkGrammar {
  /** Returns the spans of unexpected tokens. If something is missing at the end, the span is that of the end. */
  syntaxErrors(text: string): readonly Span[];
  /** Returns the keywords, in capitals, that the grammar allows at an offset of a statement. */
  keywordsAt(text: string, offset: number): readonly string[];
}

/** Maximum number of statements with cached errors. In a long file, a keystroke changes only one statement. */
const maxCachedStatements = 2000;

/**
 * Creates the grammar. Slow, and takes tens of megabytes of memory, so it is called only for texts of this language.
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

  /** Sets a listener, because the library otherwise writes every error to the console. */
  override createParser(text: string, listener: ErrorListener = () => undefined): ReturnType<SparkSQL["createParser"]> {
    return super.createParser(text, listener);
  }

  protected override createErrorListener(listener: ErrorListener): SparkErrorListener {
    return new FastErrorListener(listener, this, this.preferredRules);
  }
}

/** Skips the slow search for the tokens expected at each error, which our messages do not use. */
class FastErrorListener extends SparkErrorListener {
  override getExpectedText(): string {
    return "";
  }
}

/** Returns the offset of each line. Like the library, recognizes only LF as a line end. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let index = text.indexOf("\n"); index >= 0; index = text.indexOf("\n", index + 1)) {
    starts.push(index + 1);
  }
  return starts;
}

/**
 * Replaces each half of a surrogate pair by `#`, which begins no token, so that the library's columns count UTF-16
 * units rather than code points.
 */
function withUtf16Columns(text: string): string {
  return text.replace(/[\uD800-\uDFFF]/g, "#").replaceAll("\r", " ");
}

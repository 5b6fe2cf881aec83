import type { ErrorListener } from "dt-sql-parser/dist/parser/common/parseErrorListener.js";
import { SparkSQL } from "dt-sql-parser/dist/parser/spark/index.js";
import { SparkErrorListener } from "dt-sql-parser/dist/parser/spark/sparkErrorListener.js";
import { RecentMap } from "../../../base/recent-map.ts";
import type { Span } from "../../core/text/span.ts";

/** Spark's own grammar, as far as the language service asks it. */
export interface SparkGrammar {
  /** Where a statement breaks the grammar: the tokens that cannot stand where they do, and the end when something is missing. */
  syntaxErrors(text: string): readonly Span[];
  /** Keywords that the grammar allows at an offset of a statement, in capitals. */
  keywordsAt(text: string, offset: number): readonly string[];
}

/** Statements whose errors are kept: a keystroke changes one of a long file. */
const mostKnown = 2000;

/** The grammar takes long to be loaded and tens of megabytes of memory, so that only texts of this language bring it in. */
export function createSparkGrammar(): SparkGrammar {
  const spark = new Spark();
  const known = new RecentMap<string, readonly Span[]>(mostKnown);
  return {
    syntaxErrors(text) {
      const errors = known.get(text) ?? spark.placesOfErrors(text);
      known.set(text, errors);
      return errors;
    },
    keywordsAt: (text, offset) => spark.keywordsAt(text, offset),
  };
}

class Spark extends SparkSQL {
  placesOfErrors(text: string): readonly Span[] {
    const lines = lineStarts(text);
    const offsetOf = (line: number, column: number) =>
      Math.max(0, Math.min(text.length, (lines[line - 1] ?? text.length) + column - 1));
    return this.validate(inUnits(text)).map(({ startLine, startColumn, endLine, endColumn }) => ({
      start: offsetOf(startLine, startColumn),
      end: offsetOf(endLine, endColumn),
    }));
  }

  keywordsAt(text: string, offset: number): readonly string[] {
    const lines = lineStarts(text).filter((start) => start <= offset);
    const position = { lineNumber: lines.length, column: offset - (lines.at(-1) ?? 0) + 1 };
    return this.getSuggestionAtCaretPosition(inUnits(text), position)?.keywords ?? [];
  }

  /** Without a listener the library writes every error to the console. */
  override createParser(text: string, listener: ErrorListener = () => undefined): ReturnType<SparkSQL["createParser"]> {
    return super.createParser(text, listener);
  }

  protected override createErrorListener(listener: ErrorListener): SparkErrorListener {
    return new PlaceListener(listener, this, this.preferredRules);
  }
}

/** The library looks for what was expected at every error; that is slow, and our messages do not use it. */
class PlaceListener extends SparkErrorListener {
  override getExpectedText(): string {
    return "";
  }
}

/** The library counts lines by LF alone, and lines and columns from 1. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let index = text.indexOf("\n"); index >= 0; index = text.indexOf("\n", index + 1)) {
    starts.push(index + 1);
  }
  return starts;
}

/** The library counts code points, we count UTF-16 units: a character of two units becomes two that start no token. */
function inUnits(text: string): string {
  return text.replace(/[\uD800-\uDFFF]/g, "#").replaceAll("\r", " ");
}

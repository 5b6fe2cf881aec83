import type { ExpressionContext } from "./expression-place.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Expression, Frame, FrameBound, SortItem, WindowSpecification, WindowUse } from "./tree.ts";
import { windowWords } from "./words.ts";

/** Expressions with commas between them. One that is missing is reported. */
export function readList(reader: TokenReader, place: ExpressionContext): Expression[] {
  const list: Expression[] = [];
  do {
    const after = reader.previous;
    const { tree, isEmpty } = reader.readExpression(place);
    list.push(tree);
    if (isEmpty) {
      reader.reportMissing("An expression", after);
    }
  } while (reader.take(","));
  return list;
}

/** `a DESC NULLS LAST, b`. */
export function readSortItems(reader: TokenReader, place: ExpressionContext): SortItem[] {
  const items: SortItem[] = [];
  do {
    const after = reader.previous;
    const { tree: expression, isEmpty } = reader.readExpression(place);
    if (isEmpty) {
      reader.reportMissing("An expression", after);
    }
    const isDescending = reader.take("ASC", "DESC")?.key === "DESC";
    reader.takeCaret({ kind: "words" }, place.scope);
    let nulls: SortItem["nulls"] = isDescending ? "LAST" : "FIRST";
    if (reader.take("NULLS")) {
      const word = reader.take("FIRST", "LAST")?.key;
      nulls = word === "FIRST" || word === "LAST" ? word : nulls;
      if (word === undefined && !reader.takeCaret({ kind: "words" }, place.scope)) {
        reader.markUnread();
      }
    }
    items.push({ expression, isDescending, nulls });
  } while (reader.take(","));
  return items;
}

/** OVER and what follows, if it is here. */
export function readOver(reader: TokenReader, place: ExpressionContext): WindowUse | undefined {
  const { start } = reader.current;
  if (!reader.take("OVER")) {
    return undefined;
  }
  if (reader.isAt("(")) {
    return { ...readWindow(reader, place), start, end: reader.previousEnd };
  }
  const base = reader.isAtName() ? reader.takeName() : undefined;
  if (base) {
    reader.windows.used.push(base);
  } else {
    reader.takeCaret({ kind: "words" }, place.scope) || reader.markUnread();
  }
  return { base: base?.text, partitionBy: [], orderBy: [], frame: undefined, start, end: reader.previousEnd };
}

/** `(PARTITION BY a ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`. */
export function readWindow(reader: TokenReader, place: ExpressionContext): WindowSpecification {
  const open = reader.advance();
  const words = () => reader.takeCaret({ kind: "words", words: windowWords }, place.scope);
  const isNamed = reader.isAtName() && !windowStarts.has(reader.current.key);
  const base = isNamed ? reader.takeName() : undefined;
  if (base) {
    reader.windows.used.push(base);
  }
  words();
  const hasPartition = ["PARTITION", "DISTRIBUTE", "CLUSTER"].some((word) => reader.takeBoth(word, "BY"));
  const partitionBy = hasPartition ? readList(reader, place) : [];
  words();
  const hasOrder = reader.takeBoth("ORDER", "BY") || reader.takeBoth("SORT", "BY");
  const orderBy = hasOrder ? readSortItems(reader, place) : [];
  words();
  const frame = readFrame(reader, place);
  words();
  reader.close(open);
  return { base: base?.text, partitionBy, orderBy, frame };
}

const windowStarts: ReadonlySet<string> = new Set("PARTITION ORDER DISTRIBUTE SORT CLUSTER ROWS RANGE".split(" "));

function readFrame(reader: TokenReader, place: ExpressionContext): Frame | undefined {
  const unit = (["ROWS", "RANGE"] as const).find((word) => reader.take(word));
  if (!unit) {
    return undefined;
  }
  if (!reader.take("BETWEEN")) {
    return { unit, from: readBound(reader, place), to: undefined };
  }
  const from = readBound(reader, place);
  if (!reader.take("AND") && !reader.takeCaret({ kind: "words" }, place.scope)) {
    reader.markUnread();
  }
  return { unit, from, to: readBound(reader, place) };
}

function readBound(reader: TokenReader, place: ExpressionContext): FrameBound {
  for (const kind of ["UNBOUNDED PRECEDING", "UNBOUNDED FOLLOWING", "CURRENT ROW"] as const) {
    const [first = "", second = ""] = kind.split(" ");
    if (reader.takeBoth(first, second)) {
      return { kind };
    }
  }
  const { tree: distance, isEmpty } = reader.readExpression(place);
  if (isEmpty) {
    reader.reportMissing("A number");
  }
  const kind = reader.take("PRECEDING", "FOLLOWING")?.key;
  if (kind === undefined && !reader.takeCaret({ kind: "words" }, place.scope)) {
    reader.markUnread();
  }
  return { kind: kind === "FOLLOWING" ? "FOLLOWING" : "PRECEDING", distance };
}

import type { ExpressionContext } from "./expression-context.ts";
import { windowKeywords } from "./keywords.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Expression, Frame, FrameBound, SortItem, WindowSpecification, WindowUse } from "./tree.ts";

/** Parses expressions separated by commas. Reports a missing expression. */
export function readExpressionList(reader: TokenReader, context: ExpressionContext): Expression[] {
  const list: Expression[] = [];
  do {
    const after = reader.previous;
    const { tree, isEmpty } = reader.readExpression(context);
    list.push(tree);
    if (isEmpty) {
      reader.reportMissing("An expression", after);
    }
  } while (reader.take(","));
  return list;
}

/** Parses sort items: `a DESC NULLS LAST, b`. */
export function readSortItems(reader: TokenReader, context: ExpressionContext): SortItem[] {
  const items: SortItem[] = [];
  do {
    const after = reader.previous;
    const { tree: expression, isEmpty } = reader.readExpression(context);
    if (isEmpty) {
      reader.reportMissing("An expression", after);
    }
    const isDescending = reader.take("ASC", "DESC")?.key === "DESC";
    reader.takeCaret({ kind: "keywords" }, context.scope);
    let nulls: SortItem["nulls"] = isDescending ? "LAST" : "FIRST";
    if (reader.take("NULLS")) {
      const word = reader.take("FIRST", "LAST")?.key;
      nulls = word === "FIRST" || word === "LAST" ? word : nulls;
      if (word === undefined && !reader.takeCaret({ kind: "keywords" }, context.scope)) {
        reader.markUnexpected();
      }
    }
    items.push({ expression, isDescending, nulls });
  } while (reader.take(","));
  return items;
}

/** Parses OVER with its window. Undefined if the current token is not OVER. */
export function readOverClause(reader: TokenReader, context: ExpressionContext): WindowUse | undefined {
  const { start } = reader.current;
  if (!reader.take("OVER")) {
    return undefined;
  }
  if (reader.isAt("(")) {
    return { ...readWindow(reader, context), start, end: reader.previousEnd };
  }
  const base = reader.isAtName() ? reader.takeName() : undefined;
  if (base) {
    reader.windows.used.push(base);
  } else {
    reader.takeCaret({ kind: "keywords" }, context.scope) || reader.markUnexpected();
  }
  return { base: base?.text, partitionBy: [], orderBy: [], frame: undefined, start, end: reader.previousEnd };
}

/** Parses a window: `(PARTITION BY a ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`. */
export function readWindow(reader: TokenReader, context: ExpressionContext): WindowSpecification {
  const open = reader.advance();
  const words = () => reader.takeCaret({ kind: "keywords", keywords: windowKeywords }, context.scope);
  const isNamed = reader.isAtName() && !windowStarts.has(reader.current.key);
  const base = isNamed ? reader.takeName() : undefined;
  if (base) {
    reader.windows.used.push(base);
  }
  words();
  const hasPartition = ["PARTITION", "DISTRIBUTE", "CLUSTER"].some((word) => reader.takeBoth(word, "BY"));
  const partitionBy = hasPartition ? readExpressionList(reader, context) : [];
  words();
  const hasOrder = reader.takeBoth("ORDER", "BY") || reader.takeBoth("SORT", "BY");
  const orderBy = hasOrder ? readSortItems(reader, context) : [];
  words();
  const frame = readFrame(reader, context);
  words();
  reader.close(open);
  return { base: base?.text, partitionBy, orderBy, frame };
}

const windowStarts: ReadonlySet<string> = new Set("PARTITION ORDER DISTRIBUTE SORT CLUSTER ROWS RANGE".split(" "));

function readFrame(reader: TokenReader, context: ExpressionContext): Frame | undefined {
  const unit = (["ROWS", "RANGE"] as const).find((word) => reader.take(word));
  if (!unit) {
    return undefined;
  }
  if (!reader.take("BETWEEN")) {
    return { unit, from: readBound(reader, context), to: undefined };
  }
  const from = readBound(reader, context);
  if (!reader.take("AND") && !reader.takeCaret({ kind: "keywords" }, context.scope)) {
    reader.markUnexpected();
  }
  return { unit, from, to: readBound(reader, context) };
}

function readBound(reader: TokenReader, context: ExpressionContext): FrameBound {
  for (const kind of ["UNBOUNDED PRECEDING", "UNBOUNDED FOLLOWING", "CURRENT ROW"] as const) {
    const [first = "", second = ""] = kind.split(" ");
    if (reader.takeBoth(first, second)) {
      return { kind };
    }
  }
  const { tree: distance, isEmpty } = reader.readExpression(context);
  if (isEmpty) {
    reader.reportMissing("A number");
  }
  const kind = reader.take("PRECEDING", "FOLLOWING")?.key;
  if (kind === undefined && !reader.takeCaret({ kind: "keywords" }, context.scope)) {
    reader.markUnexpected();
  }
  return { kind: kind === "FOLLOWING" ? "FOLLOWING" : "PRECEDING", distance };
}

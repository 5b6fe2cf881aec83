import type { StatementReader } from "./statement-reader.ts";
import type { Frame, FrameBound, SortItem, WindowSpecification, WindowUse } from "./syntax-tree.ts";

export function parseSortItems(tokens: StatementReader): SortItem[] {
  return tokens.list(() => {
    const expression = tokens.expression();
    const isDescending = tokens.take("DESC");
    if (!isDescending) {
      tokens.take("ASC");
    }
    let nulls: SortItem["nulls"] = isDescending ? "LAST" : "FIRST";
    if (tokens.take("NULLS", "FIRST")) {
      nulls = "FIRST";
    } else if (tokens.take("NULLS", "LAST")) {
      nulls = "LAST";
    }
    return { expression, isDescending, nulls };
  });
}

/** OVER and what follows, if it is here. */
export function parseWindowUse(tokens: StatementReader): WindowUse | undefined {
  const { start } = tokens.current;
  if (!tokens.take("OVER")) {
    return undefined;
  }
  if (!tokens.isAt("(")) {
    const base = tokens.takeName("A window");
    return { base, partitionBy: [], orderBy: [], frame: undefined, start, end: tokens.previousEnd };
  }
  const window = parseWindow(tokens);
  return { ...window, start, end: tokens.previousEnd };
}

/** What stands in the brackets of a window. */
export function parseWindow(tokens: StatementReader): WindowSpecification {
  tokens.expect("(");
  const isNamed =
    (tokens.current.kind === "word" || tokens.current.kind === "quoted") &&
    !/^(PARTITION|ORDER|DISTRIBUTE|SORT|CLUSTER|ROWS|RANGE)$/i.test(tokens.current.text);
  const base = isNamed ? tokens.takeName() : undefined;
  const hasPartition = tokens.take("PARTITION", "BY") || tokens.take("DISTRIBUTE", "BY");
  const partitionBy = hasPartition ? tokens.list(() => tokens.expression()) : [];
  const hasOrder = tokens.take("ORDER", "BY") || tokens.take("SORT", "BY");
  const orderBy = hasOrder ? parseSortItems(tokens) : [];
  const frame = parseFrame(tokens);
  tokens.expect(")");
  return { base, partitionBy, orderBy, frame };
}

function parseFrame(tokens: StatementReader): Frame | undefined {
  const unit = (["ROWS", "RANGE"] as const).find((word) => tokens.take(word));
  if (!unit) {
    return undefined;
  }
  if (!tokens.take("BETWEEN")) {
    return { unit, from: parseBound(tokens), to: undefined };
  }
  const from = parseBound(tokens);
  tokens.expect("AND");
  return { unit, from, to: parseBound(tokens) };
}

function parseBound(tokens: StatementReader): FrameBound {
  for (const kind of ["UNBOUNDED PRECEDING", "UNBOUNDED FOLLOWING", "CURRENT ROW"] as const) {
    if (tokens.take(...kind.split(" "))) {
      return { kind };
    }
  }
  const distance = tokens.expression();
  if (tokens.take("PRECEDING")) {
    return { kind: "PRECEDING", distance };
  }
  tokens.expect("FOLLOWING");
  return { kind: "FOLLOWING", distance };
}

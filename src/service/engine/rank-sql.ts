import { buildInstantSql, type SqlText, toMicroseconds } from "./sql-text.ts";

/** Most instants for which a tree of comparisons is fastest; beyond that DuckDB spends its time on the branches. */
const maxTreeInstants = 32;
/** Most grid cells per instant for which the grid's lists pay off. */
const maxCellsPerInstant = 4;

/**
 * Builds SQL that counts how many of the given instants are at or before a TIMESTAMP expression. The instants are
 * ascending epoch milliseconds.
 */
export function buildRankSql(expression: SqlText, instants: readonly number[]): SqlText {
  if (instants.length <= maxTreeInstants) {
    return bracketedTreeSql(expression, instants.map(buildInstantSql));
  }
  const grid = gridOf(instants);
  return grid ? gridSql(expression, grid) : treeSql(expression, instants.map(buildInstantSql), 0, instants.length);
}

/**
 * Builds SQL that counts how many of the given months are at or before a month number. The months are ascending month
 * numbers.
 */
export function buildMonthRankSql(expression: SqlText, months: readonly number[]): SqlText {
  const [first = 0, second = first + 1] = months;
  const step = second - first;
  const isRegular = months.every((month, index) => month === first + index * step);
  if (!isRegular) {
    return bracketedTreeSql(expression, months.map(String));
  }
  const since = `${expression} - ${first - step}`;
  const rank = step === 1 ? since : `(${since}) // ${step}`;
  return `CASE WHEN ${expression} < ${first} THEN 0 WHEN ${expression} >= ${months.at(-1)} THEN ${months.length} ELSE ${rank} END`;
}

/** Compares with both ends first: most records of a long history begin before the first bound or end after the last. */
function bracketedTreeSql(expression: SqlText, bounds: readonly SqlText[]): SqlText {
  const { length } = bounds;
  if (length < 4) {
    return treeSql(expression, bounds, 0, length);
  }
  const between = treeSql(expression, bounds, 1, length - 1);
  return `CASE WHEN ${expression} < ${bounds[0]} THEN 0 WHEN ${expression} >= ${bounds[length - 1]} THEN ${length} ELSE ${between} END`;
}

function treeSql(expression: SqlText, bounds: readonly SqlText[], first: number, end: number): SqlText {
  if (first === end) {
    return String(first);
  }
  const middle = (first + end) >> 1;
  const below = treeSql(expression, bounds, first, middle);
  const above = treeSql(expression, bounds, middle + 1, end);
  return `CASE WHEN ${expression} < ${bounds[middle]} THEN ${below} ELSE ${above} END`;
}

/**
 * Grid of equally long cells from the first instant on, so short that each contains at most one instant, except for the
 * last.
 */
interface Grid {
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly step: number;
  /** Rank at the start of each cell and at the next instant. */
  readonly ranks: readonly number[];
  readonly nexts: readonly number[];
}

function gridOf(instants: readonly number[]): Grid | undefined {
  const count = instants.length;
  const first = instants[0] ?? 0;
  const last = instants[count - 1] ?? 0;
  // The last instant may be close to the one before; values at or after it are handled before the grid.
  const step = instants
    .slice(1, -1)
    .reduce((least, instant, index) => Math.min(least, instant - (instants[index] ?? 0)), Number.POSITIVE_INFINITY);
  const cells = Math.ceil((last - first) / step);
  if (cells > maxCellsPerInstant * count) {
    return undefined;
  }
  const ranks: number[] = [];
  const nexts: number[] = [];
  let rank = 1;
  for (let cell = 0; cell < cells; cell++) {
    while (rank < count && (instants[rank] ?? last) <= first + cell * step) {
      rank++;
    }
    ranks.push(rank);
    nexts.push(instants[rank] ?? last);
  }
  return { first, last, count, step, ranks, nexts };
}

function gridSql(expression: SqlText, { first, last, count, step, ranks, nexts }: Grid): SqlText {
  const cell = `(epoch_us(${expression}) - ${toMicroseconds(first)}) // ${toMicroseconds(step)} + 1`;
  const isRegular = ranks.every((rank, index) => rank === index + 1);
  const rank = isRegular
    ? `(${cell})`
    : `list_extract([${ranks.join(", ")}], ${cell})` +
      ` + (epoch_us(${expression}) >= list_extract([${nexts.map(toMicroseconds).join(", ")}], ${cell}))::INTEGER`;
  return `CASE WHEN ${expression} < ${buildInstantSql(first)} THEN 0 WHEN ${expression} >= ${buildInstantSql(last)} THEN ${count} ELSE ${rank} END`;
}

/** What the numbers of one column add up to; decimal texts, in the form of doubles when they are not exact. */
export interface NumberColumnFacts {
  readonly numberCount: number;
  readonly sum: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly isExact: boolean;
}

export interface NumberFacts extends NumberColumnFacts {
  readonly average: string;
}

/** Digits of an average beyond those of its numbers. */
const averageDigits = 6;

/** Adds up what several columns hold, digit for digit where all of it is exact. */
export function addUp(columns: readonly NumberColumnFacts[]): NumberFacts {
  const filled = columns.filter(({ numberCount }) => numberCount > 0);
  const numberCount = filled.reduce((sum, column) => sum + column.numberCount, 0);
  if (filled.every(({ isExact }) => isExact)) {
    return addExactly(filled, numberCount);
  }
  const sum = filled.reduce((total, column) => total + Number(column.sum), 0);
  return {
    numberCount,
    sum: String(sum),
    average: String(sum / numberCount),
    minimum: String(Math.min(...filled.map(({ minimum }) => Number(minimum)))),
    maximum: String(Math.max(...filled.map(({ maximum }) => Number(maximum)))),
    isExact: false,
  };
}

function addExactly(columns: readonly NumberColumnFacts[], numberCount: number): NumberFacts {
  const texts = columns.flatMap(({ sum, minimum, maximum }) => [sum, minimum, maximum]);
  const scale = Math.max(0, ...texts.map((text) => text.split(".")[1]?.length ?? 0));
  const units = (text: string) => unitsOf(text, scale);
  const sum = columns.reduce((total, column) => total + units(column.sum), 0n);
  const ends = columns.flatMap(({ minimum, maximum }) => [units(minimum), units(maximum)]);
  const ordered = ends.sort((one, other) => (one < other ? -1 : 1));
  const average = numberCount === 0 ? 0n : rounded(sum * 10n ** BigInt(averageDigits), BigInt(numberCount));
  return {
    numberCount,
    sum: textOf(sum, scale),
    average: textOf(average, scale + averageDigits),
    minimum: textOf(ordered.at(0) ?? 0n, scale),
    maximum: textOf(ordered.at(-1) ?? 0n, scale),
    isExact: true,
  };
}

/** For `-1.5` at scale 2 these are -150. */
function unitsOf(text: string, scale: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
}

function textOf(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, "");
  return `${units < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Halves go away from zero. */
function rounded(units: bigint, count: bigint): bigint {
  const half = count / 2n;
  return units < 0n ? -((-units + half) / count) : (units + half) / count;
}

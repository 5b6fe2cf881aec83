export type Unit = "Day" | "Week" | "Month" | "Quarter" | "Year";

export const units: readonly Unit[] = ["Day", "Week", "Month", "Quarter", "Year"];

export const dayMs = 86_400_000;

const monthsIn = { Month: 1, Quarter: 3, Year: 12 } as const;
/** 1970-01-05, a Monday (sql-like-language 5.4, 6). */
const firstMonday = 4 * dayMs;

/** Boundaries of time units in UTC; years and quarters start from a fiscal month. Instants are epoch milliseconds. */
export class Calendar {
  readonly #startMonth: number;

  /** `startMonth` is 1 for January. */
  constructor(startMonth: number) {
    this.#startMonth = startMonth;
  }

  /** The instant itself when it is a boundary of the unit, else the next boundary after it. */
  boundaryFrom(instant: number, unit: Unit): number {
    const start = this.#startOf(instant, unit);
    return start === instant ? instant : this.step(start, unit, 1);
  }

  /** The boundary `count` units after a boundary; before it when negative. */
  step(boundary: number, unit: Unit, count: number): number {
    if (unit === "Day" || unit === "Week") {
      return boundary + count * (unit === "Day" ? dayMs : 7 * dayMs);
    }
    return addMonths(boundary, count * monthsIn[unit]);
  }

  #startOf(instant: number, unit: Unit): number {
    if (unit === "Day") {
      return Math.floor(instant / dayMs) * dayMs;
    }
    if (unit === "Week") {
      return firstMonday + Math.floor((instant - firstMonday) / (7 * dayMs)) * 7 * dayMs;
    }
    const date = new Date(instant);
    const months = monthsIn[unit];
    const monthNumber = date.getUTCFullYear() * 12 + date.getUTCMonth() - (this.#startMonth - 1);
    return monthStart(Math.floor(monthNumber / months) * months + this.#startMonth - 1);
  }
}

/** Months from a first of a month; other days of a month have no answer here. */
function addMonths(firstOfMonth: number, count: number): number {
  const date = new Date(firstOfMonth);
  return monthStart(date.getUTCFullYear() * 12 + date.getUTCMonth() + count);
}

function monthStart(monthNumber: number): number {
  return Date.UTC(Math.floor(monthNumber / 12), monthNumber - Math.floor(monthNumber / 12) * 12, 1);
}

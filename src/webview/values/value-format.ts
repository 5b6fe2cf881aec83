import type { ResultColumn } from "../../protocol/data-worker.ts";
import type { NumberFormat } from "./number-formats.ts";

const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;
const day = /^(\d{4})-\d\d-\d\d$/;
const instant = /^(\d{4})-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.(\d{1,9}))?Z?$/;
/** Member of the time axis: an instant, or an interval, with its position in some modes (sql-like-language 11.3). */
const timeMember = /^\[?([^/[\]]+?)(?:\/([^/[\]]+?))?\]?(?: - \[\d+\])?$/;
const duration =
  /^P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const durationParts = ["years", "months", "weeks", "days", "hours", "minutes", "seconds"] as const;

/** Names of columns whose numbers are identifiers or years and not amounts: their digits are not grouped. */
const identifierWord = /(?:^|[^a-z])(?:ids?|uuid|key|code|year|no|nr)$/i;
const identifierSuffix = /[a-z](?:I[dD]s?|Key|Code|Year)$/;
/** Names of columns with ISO 8601 durations, which cannot be told from codes by their text. */
const durationColumn = /duration|tenure|length|age|interval|elapsed/i;
/** First year that the calendars of all languages write with four digits. */
const firstYear = 1000;
const fractionDigitLimit = 100;
const maximumCachedTexts = 5000;

type DurationFormat = { format(parts: Partial<Record<(typeof durationParts)[number], number>>): string };
type DurationIntl = { DurationFormat?: new (language: string, options: { style: "short" }) => DurationFormat };

/**
 * Formats the text of cells for the user's language. Numbers keep all digits, because they are never converted to
 * JavaScript numbers. Text that cannot be formatted stays unchanged.
 */
export class ValueFormat {
  readonly #language: string;
  readonly #numbers = new Map<string, Intl.NumberFormat>();
  #days: Intl.DateTimeFormat | undefined;
  readonly #instants = new Map<number, Intl.DateTimeFormat>();
  #durations: DurationFormat | undefined;
  readonly #written = new Map<string, string>();

  constructor(language: string) {
    this.#language = language;
  }

  /** Formats a value. A number gets the format of its column or, without one, all its digits. */
  write(text: string, column: ResultColumn, shape?: NumberFormat): string {
    if (column.kind === "boolean" || (column.kind === "text" && !durationColumn.test(column.name))) {
      return text;
    }
    const isIdentifier = column.kind === "number" && isIdentifierColumnName(column.name);
    const ofColumn = isIdentifier || column.kind !== "number" ? undefined : shape;
    const form = ofColumn ? `${ofColumn.isGrouped} ${ofColumn.decimals}` : String(isIdentifier);
    const key = `${column.kind} ${form} ${text}`;
    const known = this.#written.get(key);
    if (known !== undefined) {
      return known;
    }
    const written = this.#write(text, column, isIdentifier, ofColumn);
    if (this.#written.size >= maximumCachedTexts) {
      this.#written.clear();
    }
    this.#written.set(key, written);
    return written;
  }

  #write(text: string, { kind }: ResultColumn, isIdentifier: boolean, shape: NumberFormat | undefined): string {
    switch (kind) {
      case "number":
        return this.#number(text, isIdentifier, shape);
      case "date":
        return this.#date(text);
      default:
        return this.#duration(text);
    }
  }

  #number(text: string, isIdentifier: boolean, shape: NumberFormat | undefined): string {
    const found = plainNumber.exec(text);
    const digits = found?.[1]?.length ?? 0;
    if (!found || digits > fractionDigitLimit) {
      return text;
    }
    if (shape) {
      const written = this.#numberFormat(shape.decimals, shape.isGrouped).format(text as Intl.StringNumericLiteral);
      // A small number among large ones is not shown as nothing.
      return shape.decimals < digits && isNothing(text, shape.decimals)
        ? this.#number(text, false, undefined)
        : written;
    }
    // Groups digits from five on, because `2024` may be a year.
    return this.#numberFormat(digits, isIdentifier ? false : "min2").format(text as Intl.StringNumericLiteral);
  }

  #numberFormat(digits: number, useGrouping: boolean | "min2"): Intl.NumberFormat {
    const key = `${useGrouping} ${digits}`;
    const known = this.#numbers.get(key);
    const format =
      known ??
      new Intl.NumberFormat(this.#language, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping: useGrouping === true ? "always" : useGrouping,
      });
    if (!known) {
      this.#numbers.set(key, format);
    }
    return format;
  }

  /** Formats a date, a time or a member of the time axis. */
  #date(text: string): string {
    const [, start = text, end] = timeMember.exec(text) ?? [];
    const written = (end === undefined ? [start] : [start, end]).map((part) => this.#instant(part));
    return written.includes(undefined) ? text : written.join(" – ");
  }

  /**
   * Formats a date or a time; times without a zone are in UTC and are labelled so. Undefined for text that cannot be
   * formatted without loss.
   */
  #instant(text: string): string | undefined {
    const year = Number(day.exec(text)?.[1] ?? instant.exec(text)?.[1] ?? 0);
    if (year < firstYear) {
      return undefined;
    }
    if (day.test(text)) {
      const at = parseUtc(`${text}T00:00:00`);
      return at === undefined ? undefined : this.#day(at);
    }
    const fraction = instant.exec(text)?.[2] ?? "";
    const at = parseUtc(text.replace(" ", "T").replace(/Z$/, ""));
    // Dates in the browser have only milliseconds.
    if (at === undefined || /[1-9]/.test(fraction.slice(3))) {
      return undefined;
    }
    const isMidnight = at % 86_400_000 === 0;
    return isMidnight ? this.#day(at) : this.#instantFormat(/[1-9]/.test(fraction) ? 3 : 0).format(at);
  }

  #day(at: number): string {
    this.#days ??= new Intl.DateTimeFormat(this.#language, { dateStyle: "medium", timeZone: "UTC" });
    return this.#days.format(at);
  }

  #instantFormat(digits: 0 | 3): Intl.DateTimeFormat {
    const known = this.#instants.get(digits);
    if (known) {
      return known;
    }
    const made = new Intl.DateTimeFormat(this.#language, {
      year: "numeric",
      month: "short",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      ...(digits > 0 && { fractionalSecondDigits: 3 }),
      timeZone: "UTC",
      timeZoneName: "short",
    });
    this.#instants.set(digits, made);
    return made;
  }

  #duration(text: string): string {
    const found = duration.exec(text);
    const { DurationFormat } = Intl as DurationIntl;
    if (!found || !DurationFormat) {
      return text;
    }
    this.#durations ??= new DurationFormat(this.#language, { style: "short" });
    const parts = durationParts.flatMap((name, index) => {
      const amount = found[index + 1];
      return amount === undefined ? [] : [[name, Number(amount)] as const];
    });
    const isExact = parts.every(([, amount]) => Number.isSafeInteger(amount));
    return isExact && parts.length > 0 ? this.#durations.format(Object.fromEntries(parts)) || text : text;
  }
}

/** Whether the name of a column indicates that its numbers are identifiers or years and not amounts. */
export function isIdentifierColumnName(name: string): boolean {
  return identifierWord.test(name) || identifierSuffix.test(name);
}

/** Whether a number that is not 0 has only zeros in its first decimals. */
function isNothing(text: string, decimals: number): boolean {
  const point = text.indexOf(".");
  return /[1-9]/.test(text) && !/[1-9]/.test(text.slice(0, point + 1 + decimals));
}

/**
 * Parses a UTC time to epoch milliseconds; undefined for days that do not exist, which `Date.parse` would move to the
 * next month.
 */
function parseUtc(text: string): number | undefined {
  const at = Date.parse(`${text}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 10)) ? at : undefined;
}

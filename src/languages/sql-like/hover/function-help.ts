/** Parameter of a function or metric, as shown in help texts. */
export interface ParameterHelp {
  readonly label: string;
  readonly text: string;
}

/** Help text for a built-in function (sql-like-language 7). */
interface FunctionHelp {
  readonly parameters: readonly ParameterHelp[];
  readonly returns: string;
  readonly summary: string;
  /** Rule that avoids a common mistake in using the function, as a sentence. */
  readonly rule: string;
  readonly example: string;
}

export const builtInFunctionHelp: Readonly<Record<string, FunctionHelp>> = {
  date: {
    parameters: [
      {
        label: '"yyyy-MM-dd"',
        text: "A day, which is its first instant, or an instant as `yyyy-MM-ddTHH:mm:ss`; always UTC.",
      },
    ],
    returns: "instant",
    summary: "An instant.",
    rule: "As the end of a range or of periods it is not included: write the day after the last one.",
    example: 'date("2024-01-31")',
  },
  period: {
    parameters: [
      { label: "count", text: "Units in one period, 1 or more." },
      { label: "unit", text: "`Month`, `Day`, `Week`, `Quarter` or `Year`." },
    ],
    returns: "period",
    summary: "The length of each period.",
    rule: "Periods end at boundaries of the unit; weeks start on Monday.",
    example: "period(3, Month)",
  },
  periods: {
    parameters: [
      { label: "date", text: 'Where the newest period ends, such as `date("2024-01-01")`; not included.' },
      { label: "count", text: "Number of periods, 1 or more." },
      { label: "period", text: "Length of each, such as `period(1, Month)`." },
    ],
    returns: "intervals",
    summary: "Consecutive periods, going back from a date.",
    rule: "The date is not included. Only the newest period is cut when the date is no boundary of the unit.",
    example: 'periods(date("2024-01-01"), 12, period(1, Month))',
  },
  level: {
    parameters: [
      { label: "dimension", text: "A dimension, or a path to one through references." },
      { label: '"level"', text: "The id of one of its levels." },
    ],
    returns: "axis or column",
    summary: "All members of a level of a dimension: an axis of an aggregate query, a column of a list.",
    rule: "A range dimension has no levels: write it alone.",
    example: 'level(Location, "Location_1")',
  },
};

/** Returns the signature of a function. For `periods`: `periods(date, count, period) → intervals`. */
export function formatFunctionSignature(name: string, { parameters, returns }: FunctionHelp): string {
  return `${name}(${parameters.map(({ label }) => label).join(", ")}) → ${returns}`;
}

import { WorkbookProblem } from "./workbook.ts";

/** Number formats of a workbook. */
export interface NumberFormats {
  /** Whether dates are counted from 1904, as on old Macs. */
  readonly is1904: boolean;
  /** Whether the cells of a style, by its position, show dates or times. */
  readonly isDate: readonly boolean[];
}

const dayMs = 86_400_000;
/** Day 0 of the two date systems. That from 1900 has a 29 February 1900, so that its days before March are one early. */
const days1900 = Date.UTC(1899, 11, 30);
const days1904 = Date.UTC(1904, 0, 1);
const endOfDates = Date.UTC(10_000, 0, 1);

/** Ids of the number formats of dates and times that every workbook has (ECMA-376 part 1, 18.8.30). */
const dateFormats = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56,
  57, 58,
]);

/** Whether a number format shows a date or time. `code` is that of a format of the workbook's own. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) {
    return dateFormats.has(id);
  }
  // The first section is that of positive numbers. Quoted and escaped characters, colours and locales mean no date.
  const [section = ""] = code
    .replace(/"[^"]*"|\\.|_.|\*./g, "")
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "")
    .split(";");
  return /[ymdhs]/i.test(section) && !/general/i.test(section);
}

/**
 * Returns the text of a number as load files have it: a date is `yyyy-MM-dd`, with a time `yyyy-MM-dd'T'HH:mm:ss`.
 * `written` is the number as it stands in the file. Throws WorkbookProblem for a date that is none.
 */
export function textOfNumber(written: string, style: number, { is1904, isDate }: NumberFormats, cell: string): string {
  if (isDate[style] === true) {
    return textOfDate(Number(written), is1904, cell);
  }
  // Digits that are written are kept, as those of a long number; 1E3 is written out.
  return /^-?\d+(\.\d+)?$/.test(written) ? written : String(Number(written));
}

function textOfDate(days: number, is1904: boolean, cell: string): string {
  const early = !is1904 && days < 61 ? 1 : 0;
  const instant = (is1904 ? days1904 : days1900) + Math.round(((days + early) * dayMs) / 1000) * 1000;
  if (!(days >= 0 && instant < endOfDates) || (!is1904 && days < 1)) {
    throw new WorkbookProblem(`has a date in ${cell} that is none; write it as yyyy-MM-dd`);
  }
  const text = new Date(instant).toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.slice(0, 19);
}

/** Refuses the error values of a cell, such as `#REF!`. */
export function refuseError(error: string, cell: string): never {
  throw new WorkbookProblem(`has the error ${error} in ${cell}; correct its formula`);
}

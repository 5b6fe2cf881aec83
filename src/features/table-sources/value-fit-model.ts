/** Whether a cast in Spark SQL accepts a text as a value of a column type of table sources; sql-like-language 13.1. */
export function fitsType(text: string, dataType: string): boolean {
  return fits[dataType]?.(text.trim(), text) ?? true;
}

const fits: Readonly<Record<string, (trimmed: string, text: string) => boolean>> = {
  INTEGER: (text) => isWholeNumber(text, 31n),
  LONG: (text) => isWholeNumber(text, 63n),
  DOUBLE: (text) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) || /^([+-]?inf(inity)?|nan)$/i.test(text),
  DECIMAL: isDecimal,
  BOOLEAN: (text) => /^(true|false|t|f|yes|no|y|n|1|0)$/i.test(text),
  DATE: isDate,
  DATE_TIME: isDateTime,
  JSON: (_, text) => isJson(text),
};

function isWholeNumber(text: string, bits: bigint): boolean {
  if (!/^[+-]?\d{1,40}$/.test(text)) {
    return false;
  }
  const value = BigInt(text.startsWith("+") ? text.slice(1) : text);
  return -(1n << bits) <= value && value < 1n << bits;
}

/** Accepts what fits DECIMAL(38,18), whose digits beyond the last place are rounded. */
function isDecimal(text: string): boolean {
  const [, whole = ""] = /^[+-]?0*(\d*)\.?\d*(?:e[+-]?\d+)?$/i.exec(text) ?? [];
  return /\d/.test(text) && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i.test(text) && whole.length <= 20;
}

const datePattern = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const timePattern = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d{1,9})?)?\s?(Z|UTC|[+-]\d{1,2}(?::?\d{2})?)?$/;

function isDate(text: string): boolean {
  const [, year, month, day] = (datePattern.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) {
    return false;
  }
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isDateTime(text: string): boolean {
  const at = text.search(/[ T]/);
  if (at < 0) {
    return isDate(text);
  }
  const [, hours, minutes, seconds = "0"] = timePattern.exec(text.slice(at + 1)) ?? [];
  return isDate(text.slice(0, at)) && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

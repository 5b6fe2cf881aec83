import {
  Bool,
  type Data,
  DataType,
  DateDay,
  Decimal,
  Field,
  Float64,
  Int32,
  Int64,
  List,
  makeData,
  Table,
  tableToIPC,
  Utf8,
  Vector,
} from "apache-arrow";

/**
 * A value that Spark answered, exactly: 64-bit integers and intervals of days (microseconds) are bigints; decimals, dates
 * and instants (`2026-01-31 12:00:00.5`) are text; intervals of years are numbers of months; a map is a list of pairs.
 */
export type SparkValue = null | boolean | number | bigint | string | Uint8Array | readonly SparkValue[];

/** Reads one value of a column from its buffers. Arrow's own getters round instants and leave decimals as words. */
export function readValue(data: Data, row: number): SparkValue {
  const { type, values, valueOffsets, offset } = data;
  if (DataType.isNull(type) || !data.getValid(row)) {
    return null;
  }
  if (DataType.isBool(type)) {
    const bit = row + offset;
    return ((values[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }
  if (DataType.isInt(type) || DataType.isFloat(type) || DataType.isInterval(type)) {
    return values[row];
  }
  if (DataType.isUtf8(type) || DataType.isBinary(type)) {
    const bytes: Uint8Array = values.subarray(valueOffsets[row], valueOffsets[row + 1]);
    return DataType.isUtf8(type) ? utf8.decode(bytes) : bytes.slice();
  }
  if (DataType.isDecimal(type)) {
    const width = type.bitWidth / 32;
    return decimalText(values.subarray(row * width, (row + 1) * width), type.scale);
  }
  if (DataType.isDate(type)) {
    return isoDate(BigInt(values[row]) * 86_400_000n);
  }
  if (DataType.isTimestamp(type)) {
    return instantText(values[row]);
  }
  if (DataType.isDuration(type)) {
    return values[row];
  }
  if (DataType.isStruct(type)) {
    return data.children.map((child) => readValue(child, row));
  }
  if (DataType.isList(type) || DataType.isMap(type)) {
    const [elements] = data.children;
    const [start = 0, end = 0] = [valueOffsets[row], valueOffsets[row + 1]];
    return elements ? Array.from({ length: end - start }, (_, index) => readValue(elements, start + index)) : [];
  }
  throw new Error(`Spark answered a value of a type that is not supported: ${type}.`);
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Text of a decimal that lies as 32-bit words, the lowest first, in two's complement. */
function decimalText(words: Uint32Array, scale: number): string {
  const unsigned = words.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
  const value = BigInt.asIntN(words.length * 32, unsigned);
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, "0");
  const point = digits.length - scale;
  return `${value < 0n ? "-" : ""}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ""}`;
}

function instantText(micros: bigint): string {
  const fraction = BigInt.asUintN(64, ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n);
  const seconds = (micros - fraction) / 1_000_000n;
  const time = new Date(Number(((seconds % 86_400n) + 86_400n) % 86_400n) * 1000).toISOString().slice(11, 19);
  const text = `${isoDate(seconds * 1000n)} ${time}`;
  return fraction === 0n ? text : `${text}.${String(fraction).padStart(6, "0")}`;
}

function isoDate(milliseconds: bigint): string {
  return new Date(Number(milliseconds)).toISOString().replace(/T.*/, "");
}

/** Type of a column that is sent, as Spark names it. Values of other types are sent as texts, and cast there. */
export type SentType = "string" | "boolean" | "int" | "bigint" | "double" | "date" | `decimal(${number},${number})`;

/** A value that is sent: a date is its number of days since 1970-01-01, a decimal its digits without the point. */
export type SentValue = null | boolean | number | bigint | string;

/** A column of rows that are sent. */
export interface SentColumn {
  readonly name: string;
  readonly type: SentType;
  readonly values: readonly SentValue[];
}

/** Rows whose values Spark gets as one list for each column. */
const rowsOfList = 1_000;

/**
 * Encodes columns in Arrow's streaming format, as lists of up to 1,000 values: columns `c0`, `c1` and so on, which have as many
 * values as each other. Spark plans and passes on a thousand lists in a fraction of the time of a million rows.
 */
export function encodeLists(columns: readonly SentColumn[]): Uint8Array {
  const vectors = columns.map(({ type, values }, index) => [`c${index}`, new Vector([encodeColumn(type, values)])]);
  return tableToIPC(new Table(Object.fromEntries(vectors)), "stream");
}

function encodeColumn(type: SentType, values: readonly SentValue[]): Data {
  const child = encodeValues(type, values);
  const length = Math.ceil(values.length / rowsOfList);
  const valueOffsets = Int32Array.from({ length: length + 1 }, (_, list) => Math.min(list * rowsOfList, values.length));
  return makeData({ type: new List(new Field("item", child.type, true)), length, nullCount: 0, valueOffsets, child });
}

/** Arrow's own builders take several times as long for a million rows. */
function encodeValues(type: SentType, values: readonly SentValue[]): Data {
  const { length } = values;
  const nullCount = countNulls(values);
  const common = {
    length,
    nullCount,
    ...(nullCount > 0 && { nullBitmap: bitsOf(values, (value) => value !== null) }),
  };
  switch (type) {
    case "boolean":
      return makeData({ ...common, type: new Bool(), data: bitsOf(values, (value) => value === true) });
    case "int":
      return makeData({ ...common, type: new Int32(), data: fill(new Int32Array(length), values, Number) });
    case "date":
      return makeData({ ...common, type: new DateDay(), data: fill(new Int32Array(length), values, Number) });
    case "bigint":
      return makeData({ ...common, type: new Int64(), data: fill(new BigInt64Array(length), values, toBigInt) });
    case "double":
      return makeData({ ...common, type: new Float64(), data: fill(new Float64Array(length), values, Number) });
    case "string":
      return makeData({ ...common, type: new Utf8(), ...encodeTexts(values as readonly (string | null)[]) });
    default: {
      const [precision = 0, scale = 0] = (type.match(/\d+/g) ?? []).map(Number);
      return makeData({ ...common, type: new Decimal(scale, precision, 128), data: encodeDecimals(values) });
    }
  }
}

function countNulls(values: readonly SentValue[]): number {
  let count = 0;
  for (const value of values) {
    count += value === null ? 1 : 0;
  }
  return count;
}

/** Fills an array of numbers with those of values, in a loop: `from` takes three times as long. */
function fill<Value extends number | bigint, Numbers extends { [index: number]: Value }>(
  numbers: Numbers,
  values: readonly SentValue[],
  read: (value: SentValue) => Value,
): Numbers {
  for (let index = 0; index < values.length; index++) {
    numbers[index] = read(values[index] ?? null);
  }
  return numbers;
}

function toBigInt(value: SentValue): bigint {
  return typeof value === "bigint" ? value : BigInt(value ?? 0);
}

/** Decimals of 128 bits in two's complement, the lowest word first. */
function encodeDecimals(values: readonly SentValue[]): Uint32Array {
  const halves = new BigInt64Array(values.length * 2);
  for (const [index, value] of values.entries()) {
    const digits = toBigInt(value);
    halves[index * 2] = digits;
    halves[index * 2 + 1] = digits >> 64n;
  }
  return new Uint32Array(halves.buffer);
}

function encodeTexts(texts: readonly (string | null)[]) {
  const joined = texts.join("");
  const data = Buffer.from(joined);
  const isAscii = data.length === joined.length;
  const valueOffsets = new Int32Array(texts.length + 1);
  let end = 0;
  for (const [index, text] of texts.entries()) {
    end += text === null ? 0 : isAscii ? text.length : Buffer.byteLength(text);
    valueOffsets[index + 1] = end;
  }
  return { data, valueOffsets };
}

function bitsOf(values: readonly SentValue[], isSet: (value: SentValue) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  for (const [index, value] of values.entries()) {
    if (isSet(value)) {
      bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
    }
  }
  return bits;
}

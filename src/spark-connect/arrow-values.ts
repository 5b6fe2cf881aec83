import { type Data, DataType } from "apache-arrow";

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

/** Decoded value of Thrift's compact protocol. A struct is a map from field numbers to values. */
export type ThriftValue = boolean | number | bigint | Uint8Array | readonly ThriftValue[] | ThriftStruct;
export type ThriftStruct = ReadonlyMap<number, ThriftValue>;

/** Maximum nesting depth of Thrift values. Protects the stack; valid Parquet footers are less deep. */
const maxDepth = 64;

/**
 * Decodes the Thrift struct at the start of the bytes (Apache Thrift, "Thrift Compact protocol encoding"), such as a
 * Parquet footer. Throws RangeError if the bytes are invalid.
 */
export function readThriftStruct(bytes: Uint8Array): ThriftStruct {
  return new CompactReader(bytes).struct(0);
}

class CompactReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  struct(depth: number): ThriftStruct {
    if (depth > maxDepth) {
      throw new RangeError("The structs are nested too deep.");
    }
    const fields = new Map<number, ThriftValue>();
    let id = 0;
    for (;;) {
      const head = this.#byte();
      const type = head & 0x0f;
      if (type === 0) {
        return fields;
      }
      const step = head >> 4;
      id = step === 0 ? Number(this.#zigZag()) : id + step;
      // A boolean field has no value bytes: its type holds the value.
      fields.set(id, type <= 2 ? type === 1 : this.#value(type, depth));
    }
  }

  #value(type: number, depth: number): ThriftValue {
    switch (type) {
      case 1:
      case 2:
        return this.#byte() === 1;
      case 3:
        return this.#view.getInt8(this.#skip(1));
      case 4:
      case 5:
        return Number(this.#zigZag());
      case 6:
        return this.#zigZag();
      case 7:
        return this.#view.getFloat64(this.#skip(8), true);
      case 8: {
        const length = Number(this.#varint());
        const start = this.#skip(length);
        return this.#bytes.subarray(start, start + length);
      }
      case 9:
      case 10:
        return this.#list(depth);
      case 11:
        return this.#map(depth);
      case 12:
        return this.struct(depth + 1);
      default:
        throw new RangeError(`There is no type ${type}.`);
    }
  }

  #list(depth: number): readonly ThriftValue[] {
    const head = this.#byte();
    const short = head >> 4;
    const count = short === 15 ? Number(this.#varint()) : short;
    return this.#values(count, () => this.#value(head & 0x0f, depth + 1));
  }

  /** Decodes a Thrift map to a list in which keys and values alternate. */
  #map(depth: number): readonly ThriftValue[] {
    const count = Number(this.#varint());
    const types = count === 0 ? 0 : this.#byte();
    const pair = () => [this.#value(types >> 4, depth + 1), this.#value(types & 0x0f, depth + 1)];
    return this.#values(count, pair).flat();
  }

  #values<Value>(count: number, read: () => Value): Value[] {
    // Each value takes at least one byte, so that a wrong count fails here instead of exhausting memory.
    if (count > this.#bytes.length - this.#at) {
      throw new RangeError("The bytes end within a list.");
    }
    return Array.from({ length: count }, read);
  }

  #zigZag(): bigint {
    const value = this.#varint();
    return (value >> 1n) ^ -(value & 1n);
  }

  #varint(): bigint {
    // Most are one byte, and arithmetic with bigint is slow.
    const first = this.#byte();
    if (first < 0x80) {
      return BigInt(first);
    }
    let value = BigInt(first & 0x7f);
    for (let shift = 7n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        return value;
      }
    }
    throw new RangeError("A number does not end.");
  }

  #byte(): number {
    return this.#view.getUint8(this.#skip(1));
  }

  /** Advances the read position by a number of bytes. Returns the position before that. */
  #skip(length: number): number {
    const start = this.#at;
    if (length > this.#bytes.length - start) {
      throw new RangeError("The bytes end too early.");
    }
    this.#at += length;
    return start;
  }
}

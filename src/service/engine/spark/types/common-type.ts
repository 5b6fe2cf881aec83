import {
  createArrayType,
  createDecimalType,
  createMapType,
  createStructType,
  type DataType,
  type DecimalType,
  dateType,
  decimalTypeOfNumberType,
  doubleType,
  isFractionalType,
  isNumericType,
  isSameType,
  stringType,
  timestampType,
} from "./data-type.ts";

const numberOrder = ["tinyint", "smallint", "int", "bigint", "float", "double"];

/**
 * Returns the narrowest type that two types can be widened to without conversion to or from text. Returns undefined if
 * there is none.
 */
export function commonTypeOf(left: DataType, right: DataType): DataType | undefined {
  if (isSameType(left, right)) {
    return left;
  }
  if (left.kind === "void") {
    return right;
  }
  if (right.kind === "void") {
    return left;
  }
  if (isNumericType(left) && isNumericType(right)) {
    return commonNumber(left, right);
  }
  const kinds = [left.kind, right.kind];
  if (kinds.includes("date") && kinds.includes("timestamp")) {
    return timestampType;
  }
  return commonNested(left, right, commonTypeOf);
}

function commonNumber(left: DataType, right: DataType): DataType {
  if (left.kind === "decimal" || right.kind === "decimal") {
    if (isFractionalType(left) || isFractionalType(right)) {
      return doubleType;
    }
    return widerDecimal(decimalTypeOfNumberType(left), decimalTypeOfNumberType(right));
  }
  return numberOrder.indexOf(left.kind) > numberOrder.indexOf(right.kind) ? left : right;
}

function widerDecimal(left: DecimalType, right: DecimalType): DecimalType {
  const scale = Math.max(left.scale, right.scale);
  const integerDigits = Math.max(left.precision - left.scale, right.precision - right.scale);
  return createDecimalType(Math.min(38, integerDigits + scale), Math.min(38, scale));
}

/**
 * Like `commonTypeOf`, but also converts numbers, dates and timestamps to text. Used for IN, CASE, coalesce and UNION.
 */
export function commonTypeOrTextOf(left: DataType, right: DataType): DataType | undefined {
  const withoutText = commonTypeOf(left, right);
  if (withoutText) {
    return withoutText;
  }
  const other = left.kind === "string" ? right : right.kind === "string" ? left : undefined;
  if (other && (isNumericType(other) || other.kind === "date" || other.kind === "timestamp")) {
    return stringType;
  }
  return commonNested(left, right, commonTypeOrTextOf);
}

function commonNested(
  left: DataType,
  right: DataType,
  common: (left: DataType, right: DataType) => DataType | undefined,
): DataType | undefined {
  if (left.kind === "array" && right.kind === "array") {
    const element = common(left.element, right.element);
    return element && createArrayType(element);
  }
  if (left.kind === "map" && right.kind === "map") {
    const [key, value] = [common(left.key, right.key), common(left.value, right.value)];
    return key && value && createMapType(key, value);
  }
  if (left.kind === "struct" && right.kind === "struct" && left.fields.length === right.fields.length) {
    const fields = left.fields.map((field, index) => {
      const other = right.fields[index];
      const hasSameName = other?.name.toLowerCase() === field.name.toLowerCase();
      const type = hasSameName ? common(field.type, other.type) : undefined;
      return type && { name: field.name, type };
    });
    return fields.every((field) => field !== undefined)
      ? createStructType(fields.flatMap((field) => field ?? []))
      : undefined;
  }
  return undefined;
}

/** Returns the type in which `=` and `<` compare two values. Text is converted to the type of the other value. */
export function comparisonTypeOf(left: DataType, right: DataType): DataType | undefined {
  for (const [text, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (text.kind !== "string") {
      continue;
    }
    if (other.kind === "decimal") {
      return doubleType;
    }
    if (isNumericType(other) || other.kind === "boolean") {
      return other;
    }
    if (other.kind === "date") {
      return dateType;
    }
    if (other.kind === "timestamp") {
      return timestampType;
    }
    if (other.kind === "binary") {
      return other;
    }
  }
  for (const [boolean, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (boolean.kind === "boolean" && isNumericType(other)) {
      return other;
    }
  }
  return commonTypeOf(left, right);
}

/** Whether Spark converts an argument to a function's parameter type without an explicit cast. */
export function isImplicitlyCast(from: DataType, to: DataType): boolean {
  if (isSameType(from, to) || from.kind === "void") {
    return true;
  }
  if (isNumericType(from) && isNumericType(to)) {
    return true;
  }
  if (to.kind === "string") {
    return !["array", "map", "struct", "interval"].includes(from.kind);
  }
  if (from.kind === "string") {
    return isNumericType(to) || ["date", "timestamp", "binary"].includes(to.kind);
  }
  if (from.kind === "array" && to.kind === "array") {
    return isImplicitlyCast(from.element, to.element);
  }
  return (from.kind === "date" && to.kind === "timestamp") || (from.kind === "timestamp" && to.kind === "date");
}

/**
 * Whether values of one type can be stored in a column of another type without an explicit cast (Spark's rules of store
 * assignment).
 */
export function canStore(from: DataType, to: DataType): boolean {
  if (isSameType(from, to) || from.kind === "void") {
    return true;
  }
  if (isNumericType(from) && isNumericType(to)) {
    return true;
  }
  if (to.kind === "string") {
    return !["array", "map", "struct", "interval"].includes(from.kind);
  }
  return (from.kind === "date" && to.kind === "timestamp") || (from.kind === "timestamp" && to.kind === "date");
}

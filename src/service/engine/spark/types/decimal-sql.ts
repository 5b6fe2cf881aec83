import { type DecimalType, duckDbTypeOf } from "./data-type.ts";
import { bindValues } from "./value.ts";

interface DecimalOperand {
  readonly sql: string;
  readonly type: DecimalType;
}

/** Returns SQL of the product of two decimals, rounded half up to the scale of the result. */
export function buildDecimalProductSql(left: DecimalOperand, right: DecimalOperand, result: DecimalType): string {
  const droppedDigits = left.type.scale + right.type.scale - result.scale;
  if (left.type.precision + right.type.precision <= 38) {
    // DuckDB fails beyond 18 digits unless one operand has a wide type.
    const wide = `CAST(${left.sql} AS DECIMAL(${38 - right.type.precision},${left.type.scale}))`;
    return `CAST((${wide} * ${right.sql}) AS ${duckDbTypeOf(result)})`;
  }
  return computeUnscaled(left, right, result, (a, b) => {
    if (droppedDigits <= 0) {
      return `(${a} * ${b})`;
    }
    if (droppedDigits < 18) {
      return `((${a} * ${b} + ${powerOfTen(droppedDigits)} // 2) // ${powerOfTen(droppedDigits)})`;
    }
    // The product may not fit in a HUGEINT, so the upper and lower halves of both operands are multiplied separately.
    const half = powerOfTen(18);
    const low = `((${a} % ${half}) * (${b} % ${half}) // ${half})`;
    const cross = `((${a} // ${half}) * (${b} % ${half}) + (${a} % ${half}) * (${b} // ${half}))`;
    const rest = droppedDigits - 18;
    const high = `((${a} // ${half}) * (${b} // ${half}))`;
    return rest <= 18
      ? `(${high} * ${powerOfTen(18 - rest)} + (${cross} + ${low} + ${powerOfTen(rest)} // 2) // ${powerOfTen(rest)})`
      : `((${high} + (${cross} + ${low} + ${powerOfTen(rest)} // 2) // ${half}) // ${powerOfTen(rest - 18)})`;
  });
}

/**
 * Returns SQL of the quotient of two decimals, rounded half up to the scale of the result. NULL for a division by zero.
 */
export function buildDecimalQuotientSql(left: DecimalOperand, right: DecimalOperand, result: DecimalType): string {
  const shift = result.scale + right.type.scale - left.type.scale;
  return computeUnscaled(left, { ...right, sql: `nullif(${right.sql}, 0)` }, result, (a, b) => {
    if (shift < 0) {
      return `((${a} + (${b} * ${powerOfTen(-shift)}) // 2) // (${b} * ${powerOfTen(-shift)}))`;
    }
    // Long division in steps of at most nine digits, so that the intermediate values fit in a HUGEINT.
    const steps: number[] = [];
    for (let rest = shift; rest > 0; rest -= 9) {
      steps.push(Math.min(9, rest));
    }
    let quotient = `(${a} // ${b})`;
    let remainder = `(${a} % ${b})`;
    for (const step of steps) {
      quotient = `(${quotient} * ${powerOfTen(step)} + (${remainder} * ${powerOfTen(step)}) // ${b})`;
      remainder = `((${remainder} * ${powerOfTen(step)}) % ${b})`;
    }
    return `(${quotient} + CASE WHEN ${remainder} >= ${b} - ${remainder} THEN 1 ELSE 0 END)`;
  });
}

/** Returns SQL that computes with both operands as unscaled, unsigned integers, then restores sign and scale. */
function computeUnscaled(
  left: DecimalOperand,
  right: DecimalOperand,
  result: DecimalType,
  compute: (a: string, b: string) => string,
): string {
  return bindValues([left.sql, right.sql], ([x, y]) => {
    const inner = bindUnscaled(unscaledSql(x ?? ""), unscaledSql(y ?? ""), compute);
    const text = decimalText(inner, result.scale);
    const sign = `CASE WHEN (${x} < 0) <> (${y} < 0) THEN '-' ELSE '' END`;
    return `TRY_CAST(${sign} || ${text} AS ${duckDbTypeOf(result)})`;
  });
}

function unscaledSql(sql: string): string {
  return `CAST(replace(replace(CAST(${sql} AS VARCHAR), '.', ''), '-', '') AS HUGEINT)`;
}

function bindUnscaled(a: string, b: string, compute: (a: string, b: string) => string): string {
  return `list_transform([{"a": ${a}, "b": ${b}}], lambda "u": ${compute('"u"."a"', '"u"."b"')})[1]`;
}

function decimalText(sql: string, scale: number): string {
  if (scale === 0) {
    return `CAST(${sql} AS VARCHAR)`;
  }
  const padded = `lpad(CAST("w" AS VARCHAR), CAST(greatest(length(CAST("w" AS VARCHAR)), ${scale + 1}) AS INTEGER), '0')`;
  return `list_transform([${sql}], lambda "w": ${padded}[:-${scale + 1}] || '.' || ${padded}[-${scale}:])[1]`;
}

function powerOfTen(exponent: number): string {
  return `CAST(${10n ** BigInt(exponent)} AS HUGEINT)`;
}

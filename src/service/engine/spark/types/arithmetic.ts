import { buildCastSql, buildWrapIntegralSql } from "./cast-sql.ts";
import { commonTypeOf } from "./common-type.ts";
import {
  bigintType,
  createDecimalType,
  type DataType,
  type DecimalType,
  decimalTypeOfNumberType,
  doubleType,
  duckDbTypeOf,
  isFractionalType,
  isIntegralType,
  isNumericType,
} from "./data-type.ts";
import { buildDecimalProductSql, buildDecimalQuotientSql } from "./decimal-sql.ts";
import { bindValues, type TranslatedValue } from "./value.ts";

export type ArithmeticOperator = "+" | "-" | "*" | "/" | "%" | "DIV" | "pmod";

interface Operand {
  readonly sql: string;
  readonly type: DataType;
}

/**
 * Returns SQL and result type of an arithmetic operation on two numbers or texts. Undefined if Spark does not define
 * the operation for these types.
 */
export function translateArithmetic(
  operator: ArithmeticOperator,
  first: TranslatedValue,
  second: TranslatedValue,
): Operand | undefined {
  const [left, right] = [toNumberOperand(first, second.type), toNumberOperand(second, first.type)];
  if (!left || !right) {
    return undefined;
  }
  if (operator === "/" && left.type.kind !== "decimal" && right.type.kind !== "decimal") {
    return divideDoubles(left, right);
  }
  const isDecimal = left.type.kind === "decimal" || right.type.kind === "decimal";
  if (isDecimal && !isFractionalType(left.type) && !isFractionalType(right.type)) {
    return decimalArithmetic(operator, toDecimalOperand(first, left), toDecimalOperand(second, right));
  }
  if (operator === "DIV") {
    return integerDivision(left, right);
  }
  const type = isDecimal ? doubleType : (commonTypeOf(left.type, right.type) ?? doubleType);
  const [a, b] = [cast(left, type), cast(right, type)];
  if (operator === "/") {
    return divideDoubles({ sql: a, type }, { sql: b, type });
  }
  return isIntegralType(type) ? integralArithmetic(operator, a, b, type) : fractionalArithmetic(operator, a, b, type);
}

function toNumberOperand(value: TranslatedValue, other: DataType): Operand | undefined {
  if (value.type.kind === "string") {
    return { sql: buildCastSql(value.sql, value.type, doubleType) ?? value.sql, type: doubleType };
  }
  if (value.type.kind === "void") {
    const type = isNumericType(other) ? other : doubleType;
    return { sql: `CAST(NULL AS ${duckDbTypeOf(type)})`, type };
  }
  return isNumericType(value.type) ? value : undefined;
}

function cast(operand: Operand, type: DataType): string {
  return buildCastSql(operand.sql, operand.type, type) ?? operand.sql;
}

/** Converts an operand to a decimal; an integer literal gets a precision equal to its number of digits, as in Spark. */
function toDecimalOperand(value: TranslatedValue, operand: Operand): Operand & { readonly type: DecimalType } {
  const isLiteral = value.constant !== undefined && isIntegralType(value.type);
  const digits = isLiteral ? value.constant?.replace(/\D/g, "").length : undefined;
  const type = digits ? createDecimalType(digits, 0) : decimalTypeOfNumberType(operand.type);
  return { sql: cast(operand, type), type };
}

function divideDoubles(left: Operand, right: Operand): Operand {
  return { sql: `(${cast(left, doubleType)} / nullif(${cast(right, doubleType)}, 0))`, type: doubleType };
}

function integerDivision(left: Operand, right: Operand): Operand | undefined {
  if (!isIntegralType(left.type) || !isIntegralType(right.type)) {
    return undefined;
  }
  const wide = (operand: Operand) => `CAST(${operand.sql} AS HUGEINT)`;
  return { sql: buildWrapIntegralSql(`(${wide(left)} // nullif(${wide(right)}, 0))`, bigintType), type: bigintType };
}

function integralArithmetic(operator: ArithmeticOperator, a: string, b: string, type: DataType): Operand {
  switch (operator) {
    case "%":
      return { sql: `(${a} % nullif(${b}, 0))`, type };
    case "pmod":
      return { sql: positiveRemainder(a, b, type), type };
    default: {
      const wide = type.kind === "bigint" ? "HUGEINT" : "BIGINT";
      return { sql: buildWrapIntegralSql(`(CAST(${a} AS ${wide}) ${operator} CAST(${b} AS ${wide}))`, type), type };
    }
  }
}

function fractionalArithmetic(operator: ArithmeticOperator, a: string, b: string, type: DataType): Operand {
  switch (operator) {
    case "%":
      return { sql: `(${a} % nullif(${b}, 0))`, type };
    case "pmod":
      return { sql: positiveRemainder(a, b, type), type };
    default:
      return { sql: `(${a} ${operator} ${b})`, type };
  }
}

function positiveRemainder(left: string, right: string, type: DataType): string {
  const sql = bindValues(
    [left, `nullif(${right}, 0)`],
    ([a, b]) => `CASE WHEN ${a} % ${b} < 0 THEN (${a} % ${b} + ${b}) % ${b} ELSE ${a} % ${b} END`,
  );
  return `CAST(${sql} AS ${duckDbTypeOf(type)})`;
}

type DecimalOperand = Operand & { readonly type: DecimalType };

function decimalArithmetic(
  operator: ArithmeticOperator,
  left: DecimalOperand,
  right: DecimalOperand,
): Operand | undefined {
  const [p1, s1, p2, s2] = [left.type.precision, left.type.scale, right.type.precision, right.type.scale];
  switch (operator) {
    case "+":
    case "-": {
      const scale = Math.max(s1, s2);
      const type = adjustPrecision(Math.max(p1 - s1, p2 - s2) + scale + 1, scale);
      return { sql: `(${cast(left, type)} ${operator} ${cast(right, type)})`, type };
    }
    case "*": {
      const type = adjustPrecision(p1 + p2 + 1, s1 + s2);
      return { sql: buildDecimalProductSql(left, right, type), type };
    }
    case "/": {
      const scale = Math.max(6, s1 + p2 + 1);
      const type = adjustPrecision(p1 - s1 + s2 + scale, scale);
      return { sql: buildDecimalQuotientSql(left, right, type), type };
    }
    case "DIV": {
      const commonOperandType = commonTypeOf(left.type, right.type) ?? left.type;
      const quotient = `trunc(CAST(${cast(left, commonOperandType)} AS DOUBLE) / nullif(CAST(${cast(right, commonOperandType)} AS DOUBLE), 0))`;
      return { sql: `CAST(${quotient} AS BIGINT)`, type: bigintType };
    }
    default: {
      const scale = Math.max(s1, s2);
      const type = adjustPrecision(Math.min(p1 - s1, p2 - s2) + scale, scale);
      const commonOperandType = commonTypeOf(left.type, right.type) ?? left.type;
      const [a, b] = [cast(left, commonOperandType), `nullif(${cast(right, commonOperandType)}, 0)`];
      const sql = operator === "%" ? `(${a} % ${b})` : positiveRemainder(a, b, commonOperandType);
      return { sql: `TRY_CAST(${sql} AS ${duckDbTypeOf(type)})`, type };
    }
  }
}

/**
 * Limits a decimal type to 38 digits. Reduces the scale to keep the digits before the decimal point, but not below six
 * digits.
 */
function adjustPrecision(precision: number, scale: number): DecimalType {
  if (precision <= 38) {
    return createDecimalType(precision, scale);
  }
  const integerDigits = precision - scale;
  return createDecimalType(38, Math.max(38 - integerDigits, Math.min(scale, 6)));
}

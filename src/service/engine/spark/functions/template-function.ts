import { type DataType, parseSparkType } from "../types/data-type.ts";
import { bindValues } from "../types/value.ts";
import type { FunctionCall, ScalarTranslator } from "./function-call.ts";
import { createSizeLimitedTemplate, type SizeLimitKind } from "./value-bounds.ts";

interface Parameter {
  /** Undefined means any type, without a cast. */
  readonly type: DataType | undefined;
  /** SQL of the default value; undefined for a required parameter. */
  readonly defaultSql: string | undefined;
}

/** Limit on the size of the result, see `createSizeLimitedTemplate`. */
interface SizeLimit {
  readonly kind: SizeLimitKind;
  /** SQL of the size, over `$1`, `$2` and so on. */
  readonly size: string;
  /** Number of the argument that is replaced by NULL beyond the limit. */
  readonly guardedArgument: number;
  /** Number of an argument that is the length of the result: if it is a small literal, the call is not counted. */
  readonly lengthArgument?: number;
}

const noSpan = { start: 0, end: 0 };

/**
 * Creates a translator for a function whose SQL is a template, as in `createTemplateFunction("string, int = 1 ->
 * string", "repeat($1, $2)")`. The parameter type `any` accepts every type. The result type `$1` is the type of the
 * first argument.
 */
export function createTemplateFunction(signature: string, template: string, limit?: SizeLimit): ScalarTranslator {
  const [before = "", result = ""] = signature.split("->").map((part) => part.trim());
  const parameters = before === "" ? [] : before.split(/, (?![^(]*\))/).map(readParameter);
  const minimum = parameters.filter(({ defaultSql }) => defaultSql === undefined).length;
  const fixedType = result.startsWith("$") ? undefined : parseSparkType(result, noSpan);
  return (call) => {
    call.expectCount(minimum, parameters.length);
    const values = parameters.map(({ type, defaultSql }, index) => {
      if (index >= call.count) {
        return defaultSql ?? "NULL";
      }
      return type ? call.castArgumentTo(index, type) : call.argumentAt(index).sql;
    });
    const bounded = limit
      ? createSizeLimitedTemplate(
          template,
          limit.size,
          limit.guardedArgument,
          call.bound(limit.kind, !isSmall(call, limit)),
        )
      : template;
    return {
      sql: fillSqlTemplate(bounded, values),
      type: fixedType ?? call.argumentAt(Number(result.slice(1)) - 1).type,
    };
  };
}

const smallLength = 1_000;

function isSmall(call: FunctionCall, { lengthArgument }: SizeLimit): boolean {
  return lengthArgument !== undefined && Number(call.argumentAt(lengthArgument - 1).constant) <= smallLength;
}

function readParameter(text: string): Parameter {
  const [type = "", defaultSql] = text.split(" = ");
  return { type: type === "any" ? undefined : parseSparkType(type, noSpan), defaultSql };
}

/**
 * Replaces `$1`, `$2` and so on in a SQL template by the SQL of arguments. Arguments that the template uses several
 * times are bound with `bindValues`.
 */
export function fillSqlTemplate(template: string, values: readonly string[]): string {
  const repeated = values.map((_, index) => template.split(new RegExp(`\\$${index + 1}(?!\\d)`)).length > 2);
  const replaceArguments = (texts: readonly string[]): string =>
    template.replaceAll(/\$(\d+)/g, (_, number: string) => texts[Number(number) - 1] ?? "NULL");
  const bound = values.filter((_, index) => repeated[index]);
  return bindValues(bound, (names) => {
    let next = 0;
    return replaceArguments(values.map((value, index) => (repeated[index] ? (names[next++] ?? value) : value)));
  });
}

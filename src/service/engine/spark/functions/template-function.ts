import { type DataType, readType } from "../types/data-type.ts";
import { bindValues } from "../types/value.ts";
import type { FunctionCall, ScalarTranslator } from "./function-call.ts";
import { type BoundKind, boundedTemplate } from "./value-bounds.ts";

interface Parameter {
  /** Undefined means any type, without a cast. */
  readonly type: DataType | undefined;
  /** SQL of the default value; undefined for a required parameter. */
  readonly defaultSql: string | undefined;
}

/** Limit on the size of the result, see `boundedTemplate`. */
interface SizeLimit {
  readonly kind: BoundKind;
  /** SQL of the size, over `$1`, `$2` and so on. */
  readonly size: string;
  /** Number of the argument that is replaced by NULL beyond the limit. */
  readonly guardedArgument: number;
  /** Number of an argument that is the length of the result: if it is a small literal, the call is not counted. */
  readonly lengthArgument?: number;
}

const noSpan = { start: 0, end: 0 };

/**
 * Returns a translator for a function whose SQL is a template: `templateFunction("string, int = 1 -> string",
 * "repeat($1, $2)")`. A parameter `any` accepts every type; a result `$1` has the type of the first argument.
 */
export function templateFunction(signature: string, template: string, limit?: SizeLimit): ScalarTranslator {
  const [before = "", result = ""] = signature.split("->").map((part) => part.trim());
  const parameters = before === "" ? [] : before.split(/, (?![^(]*\))/).map(readParameter);
  const minimum = parameters.filter(({ defaultSql }) => defaultSql === undefined).length;
  const fixedType = result.startsWith("$") ? undefined : readType(result, noSpan);
  return (call) => {
    call.expectCount(minimum, parameters.length);
    const values = parameters.map(({ type, defaultSql }, index) => {
      if (index >= call.count) {
        return defaultSql ?? "NULL";
      }
      return type ? call.as(index, type) : call.at(index).sql;
    });
    const bounded = limit
      ? boundedTemplate(template, limit.size, limit.guardedArgument, call.bound(limit.kind, !isSmall(call, limit)))
      : template;
    return { sql: fillTemplate(bounded, values), type: fixedType ?? call.at(Number(result.slice(1)) - 1).type };
  };
}

const smallLength = 1_000;

function isSmall(call: FunctionCall, { lengthArgument }: SizeLimit): boolean {
  return lengthArgument !== undefined && Number(call.at(lengthArgument - 1).constant) <= smallLength;
}

function readParameter(text: string): Parameter {
  const [type = "", defaultSql] = text.split(" = ");
  return { type: type === "any" ? undefined : readType(type, noSpan), defaultSql };
}

/** Replaces `$1`, `$2` and so on in a template by SQL. Binds values that are used several times with `bindValues`. */
export function fillTemplate(template: string, values: readonly string[]): string {
  const repeated = values.map((_, index) => template.split(new RegExp(`\\$${index + 1}(?!\\d)`)).length > 2);
  const replaceArguments = (texts: readonly string[]): string =>
    template.replaceAll(/\$(\d+)/g, (_, number: string) => texts[Number(number) - 1] ?? "NULL");
  const bound = values.filter((_, index) => repeated[index]);
  return bindValues(bound, (names) => {
    let next = 0;
    return replaceArguments(values.map((value, index) => (repeated[index] ? (names[next++] ?? value) : value)));
  });
}

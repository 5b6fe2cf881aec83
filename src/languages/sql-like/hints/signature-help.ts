import type { Metric } from "../../core/model/model-source.ts";
import { findName } from "../../core/text/find-name.ts";
import { escapeMarkdown, joinParagraphs } from "../../core/text/markdown.ts";
import { lookUpMetric } from "../binding/kind-by-model.ts";
import { builtInFunctionHelp, formatFunctionSignature, type ParameterHelp } from "../hover/function-help.ts";
import { describeParameterValues, formatMetricSignature, formatParameter } from "../hover/model-help.ts";
import type { NameScope } from "../names/query-name.ts";
import { findBuiltInFunction } from "../syntax/functions.ts";
import { lexQuery } from "../syntax/lexer.ts";
import type { ParsedStatementText } from "../syntax/query-document.ts";
import type { Token } from "../syntax/token.ts";

/** Signature help for the function or metric call around the cursor. */
interface Signature {
  readonly label: string;
  /** Documentation of the function or metric, as Markdown. */
  readonly text: string;
  /**
   * Parameters in declared order. Each parameter label is a substring of the signature's label; parameter texts are
   * Markdown.
   */
  readonly parameters: readonly ParameterHelp[];
  /** Index of the parameter at the cursor; `undefined` if no parameter matches. */
  readonly active: number | undefined;
}

/**
 * Returns signature help for the innermost function or metric call around an offset, even in text with syntax errors.
 */
export function signatureHelpAt(
  { text }: ParsedStatementText,
  offset: number,
  { model }: NameScope,
): Signature | undefined {
  for (const call of openCallsAt(text, offset).reverse()) {
    const built = findBuiltInFunction(call.name);
    const help = built && builtInFunctionHelp[built.name];
    if (built && help) {
      const { parameters, summary, rule } = help;
      const label = formatFunctionSignature(built.name, help);
      const index = call.arguments.length - 1;
      return { label, text: `${summary} ${rule}`, parameters, active: index < parameters.length ? index : undefined };
    }
    const metric = lookUpMetric(model, call.name);
    if (metric) {
      return signatureOf(metric, call.arguments);
    }
  }
  return undefined;
}

function signatureOf(metric: Metric, written: readonly OpenArgument[]): Signature {
  return {
    label: formatMetricSignature(metric),
    text: joinParagraphs(`**${escapeMarkdown(metric.displayName)}**`, escapeMarkdown(metric.description ?? "")),
    parameters: metric.parameters.map((parameter) => ({
      label: formatParameter(parameter),
      text: joinParagraphs(
        `**${escapeMarkdown(parameter.displayName)}** ${describeParameterValues(parameter)}`,
        escapeMarkdown(parameter.description ?? ""),
      ),
    })),
    active: activeParameter(metric, written),
  };
}

/**
 * Returns the index of the parameter that the last argument belongs to, by name or declared order (sql-like-language
 * 6.1).
 */
function activeParameter({ parameters }: Metric, written: readonly OpenArgument[]): number | undefined {
  const given = new Set<number>();
  let current = -1;
  for (const { name, isString, isEmpty } of written) {
    const named = name === undefined ? undefined : findName(parameters, name)?.item;
    if (name !== undefined) {
      current = named ? parameters.indexOf(named) : -1;
    } else if (parameters[current]?.kind !== "member" || !(isString || isEmpty)) {
      // A parameter for members accepts texts until another kind of value follows.
      current = parameters.findIndex((_, index) => !given.has(index));
    }
    given.add(current);
  }
  return current < 0 ? undefined : current;
}

/** Argument of a call, limited to the text before the cursor. */
interface OpenArgument {
  /** Name of a named argument, written as `name = value`; undefined for a positional argument. */
  readonly name: string | undefined;
  readonly isString: boolean;
  readonly isEmpty: boolean;
}

/** Function or metric call whose closing bracket comes after the offset or is missing. */
interface OpenCall {
  readonly name: string;
  /** Arguments of the call; the last one contains the offset. */
  readonly arguments: readonly OpenArgument[];
}

interface Bracket {
  /** Name of the called function or metric; undefined for brackets that are not a call. */
  readonly name: string | undefined;
  readonly arguments: Token[][];
}

/**
 * Returns the calls that are not closed before an offset, innermost last. Uses tokens instead of the syntax tree,
 * because the tree is incomplete after a syntax error.
 */
function openCallsAt(text: string, offset: number): OpenCall[] {
  const brackets: Bracket[] = [];
  let last: Token | undefined;
  for (const token of lexQuery(text).tokens) {
    if (token.kind === "end" || token.start >= offset) {
      break;
    }
    advance(brackets, token, last);
    last = token;
  }
  return brackets.flatMap(({ name, arguments: tokens }) =>
    name === undefined ? [] : [{ name, arguments: tokens.map(readArgument) }],
  );
}

function advance(brackets: Bracket[], token: Token, last: Token | undefined): void {
  const isClause = token.kind === "word" && ["SELECT", "FROM", "WHERE"].includes(token.text);
  if (isClause || isSign(token, ";")) {
    brackets.length = 0;
  } else if (isSign(token, "(")) {
    brackets.at(-1)?.arguments.at(-1)?.push(token);
    brackets.push({ name: last?.kind === "name" ? last.text : undefined, arguments: [[]] });
  } else if (isSign(token, ")")) {
    brackets.pop();
  } else if (isSign(token, ",")) {
    brackets.at(-1)?.arguments.push([]);
  } else {
    brackets.at(-1)?.arguments.at(-1)?.push(token);
  }
}

function readArgument(tokens: readonly Token[]): OpenArgument {
  const [first, second] = tokens;
  const isNamed = first?.kind === "name" && second !== undefined && isSign(second, "=");
  const value = isNamed ? tokens[2] : first;
  return {
    name: isNamed ? first.text : undefined,
    isString: value?.kind === "string",
    isEmpty: value === undefined,
  };
}

function isSign(token: Token, sign: string): boolean {
  return token.kind === "sign" && token.text === sign;
}

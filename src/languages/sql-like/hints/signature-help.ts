import type { Metric } from "../../core/model/model-source.ts";
import { findName } from "../../core/text/find-name.ts";
import { escapeMarkdown, paragraphs } from "../../core/text/markdown.ts";
import { lookUpMetric } from "../binding/kind-by-model.ts";
import { functionHelp, functionSignature, type ParameterHelp } from "../hover/function-help.ts";
import { metricSignature, parameterLabel, parameterRule } from "../hover/model-help.ts";
import type { NameScope } from "../names/query-name.ts";
import { findFunction } from "../syntax/functions.ts";
import { lex } from "../syntax/lexer.ts";
import type { QueryPart } from "../syntax/query-document.ts";
import type { Token } from "../syntax/token.ts";

/** How the call around a place is written. */
interface Signature {
  readonly label: string;
  /** Markdown. */
  readonly text: string;
  /** Each label stands in the label of the signature, in its order; texts are Markdown. */
  readonly parameters: readonly ParameterHelp[];
  /** Index of the parameter that the place is in; `undefined` when there is none for it. */
  readonly active: number | undefined;
}

/** The signature of the innermost function or metric that a place of a part is in the brackets of, in broken text too. */
export function signatureHelp({ text }: QueryPart, offset: number, { model }: NameScope): Signature | undefined {
  for (const call of openCallsAt(text, offset).reverse()) {
    const built = findFunction(call.name);
    const help = built && functionHelp[built.name];
    if (built && help) {
      const { parameters, summary, rule } = help;
      const label = functionSignature(built.name, help);
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
    label: metricSignature(metric),
    text: paragraphs(`**${escapeMarkdown(metric.displayName)}**`, escapeMarkdown(metric.description ?? "")),
    parameters: metric.parameters.map((parameter) => ({
      label: parameterLabel(parameter),
      text: paragraphs(
        `**${escapeMarkdown(parameter.displayName)}** ${parameterRule(parameter)}`,
        escapeMarkdown(parameter.description ?? ""),
      ),
    })),
    active: activeParameter(metric, written),
  };
}

/** The parameter of the last argument, by its name or in the declared order (sql-like-language 6.1). */
function activeParameter({ parameters }: Metric, written: readonly OpenArgument[]): number | undefined {
  const given = new Set<number>();
  let current = -1;
  for (const { name, isString, isEmpty } of written) {
    const named = name === undefined ? undefined : findName(parameters, name)?.item;
    if (name !== undefined) {
      current = named ? parameters.indexOf(named) : -1;
    } else if (parameters[current]?.kind !== "member" || !(isString || isEmpty)) {
      // A parameter for members takes texts until another value follows.
      current = parameters.findIndex((_, index) => !given.has(index));
    }
    given.add(current);
  }
  return current < 0 ? undefined : current;
}

/** An argument as far as it stands before the cursor. */
interface OpenArgument {
  /** Of `name = value`. */
  readonly name: string | undefined;
  readonly isString: boolean;
  readonly isEmpty: boolean;
}

/** A call whose brackets are open at a place. */
interface OpenCall {
  readonly name: string;
  /** The last one is the one that the place is in. */
  readonly arguments: readonly OpenArgument[];
}

interface Bracket {
  /** Absent for brackets that are no call's. */
  readonly name: string | undefined;
  readonly arguments: Token[][];
}

/** The calls that a place of a text is in, the innermost last. Tokens are read, not the tree, which ends where the text breaks off. */
function openCallsAt(text: string, offset: number): OpenCall[] {
  const brackets: Bracket[] = [];
  let last: Token | undefined;
  for (const token of lex(text).tokens) {
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

import type { NameScope } from "./name-scope.ts";
import type { QueryContext } from "./query-context.ts";
import type { ExpressionContext } from "./translate-expression.ts";

/** What expressions see at a place where `scope` says what names mean. */
export function expressionContext(
  scope: NameScope,
  context: QueryContext,
  parts: Partial<Pick<ExpressionContext, "windows" | "groups" | "onAggregate">> = {},
): ExpressionContext {
  return {
    scope,
    windows: parts.windows ?? new Map(),
    groups: parts.groups ?? [],
    onAggregate: parts.onAggregate ?? (() => undefined),
    query: (query, inner) => context.translate(query, { ...context, outer: inner }),
  };
}

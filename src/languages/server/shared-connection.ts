import type { Connection } from "vscode-languageserver/node";

type Handler = (...given: readonly unknown[]) => unknown;

/** LSP requests about documents that several languages handle. */
const sharedRequests: ReadonlySet<PropertyKey> = new Set([
  "onCompletion",
  "onHover",
  "onSignatureHelp",
  "onDefinition",
  "onCodeAction",
  "onDocumentFormatting",
  "onDocumentRangeFormatting",
  "onDocumentOnTypeFormatting",
  "onDocumentSymbol",
]);

/**
 * Wraps an LSP connection so that several features can handle the same request. Handlers are called in order of
 * registration until one returns a result other than null. A handler returns null for documents of other languages.
 */
export function shareConnection(connection: Connection): Connection {
  const handlers = new Map<PropertyKey, Handler[]>();
  return new Proxy(connection, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (!sharedRequests.has(name) || typeof own !== "function") {
        return own;
      }
      return (handler: Handler) => {
        const known = handlers.get(name);
        if (known) {
          known.push(handler);
          return { dispose: () => known.splice(known.indexOf(handler), 1) };
        }
        const first = [handler];
        handlers.set(name, first);
        return own.call(target, (...given: readonly unknown[]) => firstAnswer(first, given));
      };
    },
  });
}

async function firstAnswer(handlers: readonly Handler[], given: readonly unknown[]): Promise<unknown> {
  for (const handler of handlers) {
    const answer = await handler(...given);
    if (answer !== null && answer !== undefined) {
      return answer;
    }
  }
  return null;
}

import type { Connection } from "vscode-languageserver/node";

type Handler = (...given: readonly unknown[]) => unknown;

/** Document requests that several languages answer. */
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
 * Wraps a connection so that several features can handle the same request: they are called in order of registration
 * until one returns something other than `null`. A feature returns `null` for documents of other languages.
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

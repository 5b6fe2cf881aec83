import type { Connection } from "vscode-languageserver/node";

type Handler = (...given: readonly unknown[]) => unknown;

/** Requests about a document that more than one language answers. */
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
 * The connection, on which several features may answer the same request: they are asked in the order they came, and the
 * first that does not answer `null` is believed. A feature answers `null` for a document of another language.
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

import type { Connection, DocumentSymbolParams } from "vscode-languageserver/node";

type OutlineHandler = Parameters<Connection["onDocumentSymbol"]>[0];

/**
 * The connection, on which several languages may answer for the outline of a document: the first that does not answer `null`
 * is believed.
 */
export function allowSeveralOutlines(connection: Connection): Connection {
  const handlers: OutlineHandler[] = [];
  const onDocumentSymbol = (handler: OutlineHandler) => {
    handlers.push(handler);
    return connection.onDocumentSymbol((params: DocumentSymbolParams, ...rest) =>
      firstAnswer(handlers, params, ...rest),
    );
  };
  return new Proxy(connection, {
    get: (target, name) => (name === "onDocumentSymbol" ? onDocumentSymbol : Reflect.get(target, name)),
  });
}

async function firstAnswer(
  handlers: readonly OutlineHandler[],
  ...given: Parameters<OutlineHandler>
): Promise<Awaited<ReturnType<OutlineHandler>>> {
  for (const handler of handlers) {
    const answer = await handler(...given);
    if (answer) {
      return answer;
    }
  }
  return null;
}

import type { Connection } from "vscode-languageserver/node";

type Handler = (...given: readonly unknown[]) => unknown;

/**
 * The connection, on which several features may take the same notification, all of which get it, and several languages may
 * answer for the outline of a document: the first that does not answer `null` is believed.
 */
export function allowSeveral(connection: Connection): Connection {
  const listeners = new Map<string, Handler[]>();
  const outlines: Handler[] = [];
  return new Proxy(connection, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (typeof own !== "function") {
        return own;
      }
      if (name === "onDocumentSymbol") {
        return (handler: Handler) => add(outlines, handler, (ask) => own.call(target, ask), firstAnswer);
      }
      if (name !== "onNotification") {
        return own;
      }
      return (type: unknown, handler: Handler) => {
        const method = methodOf(type);
        if (method === undefined) {
          return own.call(target, type, handler);
        }
        const known = listeners.get(method) ?? [];
        listeners.set(method, known);
        return add(known, handler, (tell) => own.call(target, type, tell), tellAll);
      };
    },
  });
}

function methodOf(type: unknown): string | undefined {
  if (typeof type === "string") {
    return type;
  }
  return typeof type === "object" && type !== null && "method" in type ? String(type.method) : undefined;
}

/** The connection has one handler, which is set with the first of ours. */
function add(
  handlers: Handler[],
  handler: Handler,
  set: (one: Handler) => unknown,
  call: (handlers: readonly Handler[], given: readonly unknown[]) => unknown,
): unknown {
  handlers.push(handler);
  if (handlers.length === 1) {
    set((...given) => call(handlers, given));
  }
  return { dispose: () => handlers.splice(handlers.indexOf(handler), 1) };
}

function tellAll(handlers: readonly Handler[], given: readonly unknown[]): void {
  for (const handler of handlers) {
    handler(...given);
  }
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

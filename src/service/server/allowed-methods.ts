import type { FastifyInstance } from "fastify";

/** Which methods each path of the service takes, to answer a wrong one with 405 and `Allow` (RFC 9110, 15.5.6). */
export class AllowedMethods {
  readonly #routes: { readonly method: string; readonly pattern: RegExp }[] = [];

  /** Notes every route that is added to the service from now on. */
  watch(app: FastifyInstance): void {
    app.addHook("onRoute", ({ method, url }) => {
      for (const one of [method].flat()) {
        this.#routes.push({ method: one, pattern: patternOf(url) });
      }
    });
  }

  /** Methods of a path without its query; none where nothing has the path. */
  of(path: string): string[] {
    const found = this.#routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(found)].sort();
  }
}

function patternOf(url: string): RegExp {
  const literal = url.split(/:\w+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${literal.join("[^/]+")}$`);
}

import { OutputsPage } from "./outputs-page.ts";
import type { OutputRenderer, RendererContext } from "./renderer-context.ts";

/** Called by VS Code once for the outputs of a notebook. */
export function activate(context: RendererContext): OutputRenderer {
  const page = new OutputsPage(context, new URL(".", import.meta.url).href);
  return {
    renderOutputItem: (item, place) => page.render(item, place),
    disposeOutputItem: (id) => page.dispose(id),
  };
}

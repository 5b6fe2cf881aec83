import { type OutputRenderer, OutputsPage, type RendererContext } from "./outputs-page.ts";

/** Entry point of the notebook renderer. VS Code calls it once for each notebook editor. */
export function activate(context: RendererContext): OutputRenderer {
  const page = new OutputsPage(context, new URL(".", import.meta.url).href);
  return {
    renderOutputItem: (item, container) => page.render(item, container),
    disposeOutputItem: (id) => page.dispose(id),
  };
}

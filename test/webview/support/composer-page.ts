import { englishComposerStrings } from "../../../src/protocol/composer-strings.ts";
import { composerHtml } from "../../../src/protocol/page-html.ts";
import { FakeComposerHost } from "./fake-composer-host.ts";
import type { ThemeName } from "./themes.ts";
import { type OpenedPage, type PageSource, withPage } from "./webview-page.ts";

const source: PageSource = {
  script: "composer.js",
  style: "composer.css",
  html: (options, urlOf) =>
    composerHtml({
      ...options,
      sqlEditorUri: urlOf("sql-editor.js"),
      sqlEditorStyleUri: urlOf("sql-editor.css"),
      strings: englishComposerStrings,
    }),
};

/** The composer, over a file that really changes. */
export function withComposer(
  text: string,
  work: (opened: OpenedPage<FakeComposerHost>) => Promise<void>,
  theme: ThemeName = "dark",
): Promise<void> {
  return withPage(
    source,
    { theme, viewport: { width: 1000, height: 1400 } },
    (post) => new FakeComposerHost(text, post),
    async (opened) => {
      await opened.page.getByRole("heading", { level: 1 }).waitFor();
      await work(opened);
    },
  );
}

import * as vscode from "vscode";
import { DisposableStack } from "../base/disposable.ts";
import type { Channel, HandlersOf } from "../protocol/channel.ts";
import { reviewHtml } from "../protocol/page-html.ts";
import { englishReviewStrings } from "../protocol/review-strings.ts";
import {
  type EventsToReviewView,
  type RequestsFromReviewView,
  type Review,
  type ReviewLink,
  type ReviewUpdate,
  reviewGuards,
} from "../protocol/review-view.ts";
import { openPageChannel, showPanelPage } from "./webview-page.ts";

/** Content of a review page: the review, its Markdown and the action of its buttons. */
interface ReviewContent {
  readonly review: Review;
  /** Markdown of the review that the copy button copies. */
  readonly markdown: string;
  /** Shows the current rows of a table. */
  showTable(table: string): Promise<void>;
  /** Opens the place of a link. Undefined for a review without links. */
  openLink?(link: ReviewLink): Promise<void>;
  /** Takes the ids of the ticked choices before the question is answered with yes. */
  onChosen?(chosen: readonly string[]): void;
  /** Shows the changed text beside the current one. Undefined for a question that does not offer it. */
  compare?(): Promise<void>;
  /** Document that was reviewed. When it changes, the question is answered with no. */
  readonly document?: vscode.Uri;
}

type Nothing = Record<never, never>;

/**
 * Pages that show the effects of changes before they are made, and ask whether to make them; at most one for each key.
 * A page does not survive a reload of the window: its question is then answered with no.
 */
export class ReviewPages implements vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #pages = new Map<string, ReviewPage>();

  constructor(extensionUri: vscode.Uri) {
    this.#extensionUri = extensionUri;
  }

  /**
   * Shows a review beside the active editor, or in the other group of a split window. Resolves with the answer to its
   * question: true if the user confirms; false if the user declines, closes the page, changes the document or another
   * review takes the page. Resolves with false without a question.
   */
  async show(key: string, title: string, content: ReviewContent): Promise<boolean> {
    const open = this.#pages.get(key);
    const page = open ?? new ReviewPage(this.#extensionUri, title, content, () => this.#pages.delete(key));
    this.#pages.set(key, page);
    return await page.show(title, content);
  }

  /** Shows the state of the reviewed changes, such as that they failed, on the page of a key if it is still open. */
  tell(key: string, state: string): void {
    this.#pages.get(key)?.tell(state);
  }

  dispose(): void {
    for (const page of [...this.#pages.values()]) {
      page.dispose();
    }
  }
}

class ReviewPage implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #channel: Channel<Nothing, RequestsFromReviewView, EventsToReviewView, Nothing>;
  readonly #owned = new DisposableStack();
  readonly #onClose: () => void;
  #content: ReviewContent;
  #state: string | undefined;
  /** Column of the editor that had the focus before the page took it. */
  #originColumn = vscode.window.tabGroups.activeTabGroup.viewColumn;
  #answer: ((isConfirmed: boolean) => void) | undefined;
  #isDisposed = false;

  constructor(extensionUri: vscode.Uri, title: string, content: ReviewContent, onClose: () => void) {
    this.#content = content;
    this.#onClose = onClose;
    const preserveFocus = content.review.question?.isAwaited !== true;
    this.#panel = vscode.window.createWebviewPanel(
      "workforce.review",
      title,
      { viewColumn: columnBeside(), preserveFocus },
      {
        enableScripts: true,
        retainContextWhenHidden: true,
      },
    );
    this.#channel = openPageChannel(this.#panel.webview, this.#owned, {
      handlers: this.#handlers(),
      guards: reviewGuards,
    });
    this.#owned.add(this.#panel.onDidDispose(() => this.dispose()));
    this.#owned.add(vscode.workspace.onDidChangeTextDocument((change) => this.#withdrawAfter(change)));
    showPanelPage(this.#panel, extensionUri, {
      name: "review",
      english: englishReviewStrings,
      html: reviewHtml,
    });
  }

  async show(title: string, content: ReviewContent): Promise<boolean> {
    this.#resolve(false);
    this.#panel.title = title;
    this.#content = content;
    this.#state = undefined;
    this.#channel.notify("update", this.#update);
    const { question } = content.review;
    if (!this.#panel.active) {
      this.#originColumn = vscode.window.tabGroups.activeTabGroup.viewColumn;
    }
    // The page may be in the group in which the document was opened since then.
    const isCovering = this.#panel.viewColumn === vscode.window.tabGroups.activeTabGroup.viewColumn;
    this.#panel.reveal(isCovering && !this.#panel.active ? columnBeside() : undefined, question?.isAwaited !== true);
    return question === undefined ? false : await new Promise((resolve) => (this.#answer = resolve));
  }

  tell(state: string): void {
    this.#state = state;
    this.#channel.notify("update", this.#update);
  }

  dispose(): void {
    if (!this.#isDisposed) {
      this.#isDisposed = true;
      this.#resolve(false);
      this.#owned.dispose();
      this.#onClose();
      this.#panel.dispose();
    }
  }

  get #update(): ReviewUpdate {
    return { review: this.#content.review, state: this.#state };
  }

  #resolve(isConfirmed: boolean): void {
    const answer = this.#answer;
    this.#answer = undefined;
    answer?.(isConfirmed);
  }

  /** Withdraws the question after a change of the document, because the review does not apply to the new text. */
  #withdrawAfter({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const reviewed = this.#content.document?.toString();
    if (this.#answer && contentChanges.length > 0 && document.uri.toString() === reviewed) {
      this.#resolve(false);
      this.tell(vscode.l10n.t("The file has changed since then. Start again to see what it would do now."));
    }
  }

  #handlers(): HandlersOf<RequestsFromReviewView> {
    return {
      ready: async () => this.#update,
      answer: async ({ isConfirmed, chosen }) => {
        if (!this.#answer) {
          return undefined;
        }
        if (isConfirmed) {
          this.#content.onChosen?.(chosen);
        }
        this.#resolve(isConfirmed);
        if (isConfirmed) {
          this.tell(vscode.l10n.t("Confirmed."));
          await focusColumn(this.#originColumn);
        } else {
          this.dispose();
        }
        return undefined;
      },
      showTable: async ({ table }) => {
        await this.#content.showTable(table);
        return undefined;
      },
      openLink: async (link) => {
        // What is opened replaces nothing on the page.
        await focusColumn(this.#originColumn);
        await this.#content.openLink?.(link);
        return undefined;
      },
      compare: async () => {
        await this.#content.compare?.();
        return undefined;
      },
      copy: async () => {
        await vscode.env.clipboard.writeText(this.#content.markdown);
        return undefined;
      },
    };
  }
}

/**
 * Returns the column of another editor group, or a new one beside the only group, so that few pages split the window.
 */
function columnBeside(): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  return all.find((group) => group !== activeTabGroup)?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** Focuses an editor group, if it still exists. */
async function focusColumn(column: vscode.ViewColumn): Promise<void> {
  const ordinal = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"][column - 1];
  if (ordinal !== undefined && vscode.window.tabGroups.all.some(({ viewColumn }) => viewColumn === column)) {
    await vscode.commands.executeCommand(`workbench.action.focus${ordinal}EditorGroup`);
  }
}

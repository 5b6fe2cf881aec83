import * as vscode from "vscode";
import { systemClock } from "../../base/clock.ts";
import type { CodeAnswer, CodeRequest } from "../../client/interface/authorization-request.ts";
import type { Log } from "../../host/log.ts";
import { showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { CallbackTimeoutError, SignInCallbacks } from "./sign-in-callbacks-model.ts";
import { SignInProblem } from "./sign-in-problem.ts";

/** Path of the callback below `<scheme>://<extension id>`. */
export const callbackPath = "/signed-in";
const minutes = 5;
const copyCommand = "workforce.connections.copySignInAddress";

interface BrowserParts {
  readonly log: Log;
  /** `publisher.name` of the extension, whose callbacks VS Code hands to `handleUri`. */
  readonly extensionId: string;
  /** Opens an address outside; `vscode.env.openExternal` when left out. */
  readonly open?: (address: string) => Thenable<boolean>;
  readonly clock?: typeof systemClock;
}

/** Sends the user to the service's sign-in page and takes the callback that VS Code gets from the browser. */
export class BrowserSignIn implements vscode.UriHandler {
  readonly #parts: BrowserParts;
  readonly #callbacks: SignInCallbacks;
  /** The addresses of the sign-ins that are not over, by their state. */
  readonly #addresses = new Map<string, string>();

  constructor(parts: BrowserParts) {
    this.#parts = parts;
    this.#callbacks = new SignInCallbacks(parts.clock ?? systemClock);
  }

  /** Throws SignInProblem, or what a press on Cancel gives. */
  ask(label: string, request: CodeRequest): Promise<CodeAnswer> {
    const title = vscode.l10n.t("Signing in to {0}", label);
    return withProgress("notification", title, async (signal, report) => {
      const redirectUri = await this.#redirectUri();
      signal.throwIfAborted();
      const isOver = new AbortController();
      const address = request.addressFor(redirectUri);
      this.#addresses.set(request.state, address);
      // VS Code may open another browser than the one meant, none, or a service on this machine through a proxy that it does not have.
      report(vscode.l10n.t("Go on in the browser. When no page opens there:"), {
        link: { label: vscode.l10n.t("copy its address"), command: copyCommand, args: [request.state] },
      });
      try {
        const end = AbortSignal.any([signal, isOver.signal]);
        const arrival = this.#callbacks.expect(request.state, minutes * 60_000, end);
        const [query] = await Promise.all([arrival, this.#open(address)]).catch(throwTimeout);
        return { redirectUri, query };
      } finally {
        isOver.abort();
        this.#addresses.delete(request.state);
      }
    });
  }

  /** The command behind the link of the progress. */
  registerCopy(): vscode.Disposable {
    return vscode.commands.registerCommand(copyCommand, async (state?: unknown) => {
      const address = this.#addresses.get(String(state));
      if (address !== undefined) {
        await vscode.env.clipboard.writeText(address);
      }
    });
  }

  async handleUri(uri: vscode.Uri): Promise<void> {
    if (uri.path !== callbackPath || !this.#callbacks.receive(uri.query)) {
      this.#parts.log.warn("A callback of the browser arrived that no sign-in waits for.");
      await showWarning(
        vscode.l10n.t("This sign-in was not started in this window, or it is over. Start it again here."),
      );
    }
  }

  async #redirectUri(): Promise<string> {
    const callback = vscode.Uri.parse(`${vscode.env.uriScheme}://${this.#parts.extensionId}${callbackPath}`);
    const external = await vscode.env.asExternalUri(callback);
    // On a desktop only the number of the window is added, with which no service would know the callback as the registered
    // one. Without it the callback reaches the last active window, which is the one that opened the browser.
    return (external.scheme === callback.scheme ? callback : external).toString(true);
  }

  async #open(address: string): Promise<void> {
    const open = this.#parts.open ?? openExternal;
    if (!(await open(address))) {
      throw new SignInProblem(
        vscode.l10n.t("the browser was not opened. Sign in again and allow VS Code to open the address."),
      );
    }
  }
}

function openExternal(address: string): Thenable<boolean> {
  // As a Uri the address would be encoded anew, and the callback in its query with it; text is passed on as it is.
  return vscode.env.openExternal(address as unknown as vscode.Uri);
}

function throwTimeout(error: unknown): never {
  throw error instanceof CallbackTimeoutError
    ? new SignInProblem(
        vscode.l10n.t(
          "the browser did not come back for {0} minutes. Sign in again, and let the browser open VS Code at the end.",
          minutes,
        ),
        { cause: error },
      )
    : error;
}

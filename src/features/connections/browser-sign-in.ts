import * as vscode from "vscode";
import { systemClock } from "../../base/clock.ts";
import type { AuthorizationCallback, AuthorizationCodeRequest } from "../../client/interface/authorization-request.ts";
import type { Log } from "../../host/log.ts";
import { showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { CallbackTimeoutError, SignInCallbacks } from "./sign-in-callbacks-model.ts";

/** Path of the callback URI after `<scheme>://<extension id>`. */
export const callbackPath = "/signed-in";
const minutes = 5;
const copyCommand = "workforce.connections.copySignInAddress";

interface BrowserParts {
  readonly log: Log;
  /** `publisher.name` of the extension; VS Code passes its callbacks to `handleUri`. */
  readonly extensionId: string;
  /** Opens an address in the browser; defaults to `vscode.env.openExternal`. */
  readonly open?: (address: string) => Thenable<boolean>;
  readonly clock?: typeof systemClock;
}

/** Opens the service's sign-in page in the browser and receives the callback through VS Code's URI handler. */
export class BrowserSignIn implements vscode.UriHandler {
  readonly #parts: BrowserParts;
  readonly #callbacks: SignInCallbacks;
  /** Addresses of the pending sign-ins, by their `state`. */
  readonly #addresses = new Map<string, string>();

  constructor(parts: BrowserParts) {
    this.#parts = parts;
    this.#callbacks = new SignInCallbacks(parts.clock ?? systemClock);
  }

  /**
   * Opens the sign-in page and waits for its callback. Throws SignInProblem, or CancelledError on Cancel; aborting `stop`
   * ends the wait too.
   */
  requestCode(label: string, request: AuthorizationCodeRequest, stop?: AbortSignal): Promise<AuthorizationCallback> {
    const title = vscode.l10n.t("Signing in to {0}", label);
    return withProgress("notification", title, async (cancel, report) => {
      const signal = stop ? AbortSignal.any([cancel, stop]) : cancel;
      const redirectUri = await this.#redirectUri();
      signal.throwIfAborted();
      const finished = new AbortController();
      const address = request.addressFor(redirectUri);
      this.#addresses.set(request.state, address);
      // VS Code may open the wrong browser or none, or reach a local service through a proxy that cannot.
      report(vscode.l10n.t("Continue in the browser. If no page opens there:"), {
        link: { label: vscode.l10n.t("copy its address"), command: copyCommand, args: [request.state] },
      });
      try {
        const end = AbortSignal.any([signal, finished.signal]);
        const callback = this.#callbacks.expect(request.state, minutes * 60_000, end);
        const [query] = await Promise.all([callback, this.#open(address)]).catch(throwTimeout);
        return { redirectUri, query };
      } finally {
        finished.abort();
        this.#addresses.delete(request.state);
      }
    });
  }

  /** Registers the command behind the link of the progress message. */
  registerCopyCommand(): vscode.Disposable {
    return vscode.commands.registerCommand(copyCommand, async (state?: unknown) => {
      const address = this.#addresses.get(String(state));
      if (address !== undefined) {
        await vscode.env.clipboard.writeText(address);
      }
    });
  }

  async handleUri(uri: vscode.Uri): Promise<void> {
    if (uri.path !== callbackPath || !this.#callbacks.receive(uri.query)) {
      this.#parts.log.warn("Received a browser callback that no sign-in waits for.");
      await showWarning(
        vscode.l10n.t("This sign-in was not started in this window, or it has ended. Start it again here."),
      );
    }
  }

  async #redirectUri(): Promise<string> {
    const callback = vscode.Uri.parse(`${vscode.env.uriScheme}://${this.#parts.extensionId}${callbackPath}`);
    const external = await vscode.env.asExternalUri(callback);
    // On a desktop VS Code adds only the window's number, with which no service would recognise the registered
    // callback. Without it the callback reaches the last active window, which is the one that opened the browser.
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
  // A Uri would encode the address again, including the callback in its query; a string is passed on unchanged.
  return vscode.env.openExternal(address as unknown as vscode.Uri);
}

function throwTimeout(error: unknown): never {
  throw error instanceof CallbackTimeoutError
    ? new SignInProblem(
        vscode.l10n.t(
          "the browser did not return within {0} minutes. Sign in again, and let the browser open VS Code at the end.",
          minutes,
        ),
        { cause: error },
      )
    : error;
}

/** Reason why the sign-in failed, as a text for the user that the client shows unchanged. */
export class SignInProblem extends Error {
  override readonly name = "SignInProblem";
}

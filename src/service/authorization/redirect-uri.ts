/**
 * Whether a callback URI is one that is registered: exactly, but that a program on the caller's own machine takes
 * whatever port is free (RFC 8252, 7.3), that an editor adds the number of the window that is to be called back, and that
 * an editor served to a browser of that machine has a page take the callback.
 */
export function isRegisteredRedirect(uri: string, registered: readonly string[]): boolean {
  return (
    isCallbackUri(uri) &&
    [uri, withoutPort(uri), withoutWindow(uri), behindPage(uri)].some((form) => registered.includes(form ?? ""))
  );
}

/** Whether a text can be a callback at all: an absolute URI without a fragment (RFC 6749, 3.1.2), and nobody listens on port 0. */
export function isCallbackUri(uri: string): boolean {
  if (!/^[a-z][a-z\d+.-]*:[\x21-\x22\x24-\x7e]+$/i.test(uri) || !URL.canParse(uri)) {
    return false;
  }
  const { protocol, port } = new URL(uri);
  return port !== "0" && !/^(?:javascript|data|vbscript|file|blob|about):$/.test(protocol);
}

/** `http://127.0.0.1:8000/stable/callback?vscode-scheme=...` is the callback that its parameters spell, and nothing else. */
function behindPage(uri: string): string | undefined {
  if (!/^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?\/(?:[\w-]+\/)?callback\?/.test(uri)) {
    return undefined;
  }
  const { "vscode-reqid": _request, ...told } = Object.fromEntries(new URL(uri).searchParams);
  const { "vscode-scheme": scheme, "vscode-authority": authority, "vscode-path": path, ...others } = told;
  return Object.keys(others).length === 0 ? `${scheme}://${authority}${path}` : undefined;
}

/** `http://127.0.0.1:41234/back` becomes `http://127.0.0.1/back`; any other host keeps its port. */
function withoutPort(uri: string): string {
  return uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d{1,5}(?=\/|\?|$)/, "$1");
}

function withoutWindow(uri: string): string {
  return /^https?:/i.test(uri) ? uri : uri.replace(/\?windowId=\w+$/, "");
}

/** `uri` with further query parameters; those without a value are left out. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) {
      url.searchParams.set(name, value);
    }
  }
  return url.href;
}

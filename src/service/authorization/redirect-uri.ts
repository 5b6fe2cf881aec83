/**
 * Whether a callback URI is registered. It must match exactly, with three exceptions: a loopback address may have any
 * port (RFC 8252, 7.3), an editor's URI may name a window, and an editor in a browser may receive the callback through
 * a page on the loopback address.
 */
export function isRegisteredRedirect(uri: string, registered: readonly string[]): boolean {
  return (
    isCallbackUri(uri) &&
    [uri, withoutPort(uri), withoutWindow(uri), callbackBehindPage(uri)].some((form) => registered.includes(form ?? ""))
  );
}

/** Whether a text is a possible callback URI: absolute, without a fragment (RFC 6749, 3.1.2) and without port 0. */
export function isCallbackUri(uri: string): boolean {
  if (!/^[a-z][a-z\d+.-]*:[\x21-\x22\x24-\x7e]+$/i.test(uri) || !URL.canParse(uri)) {
    return false;
  }
  const { protocol, port } = new URL(uri);
  return port !== "0" && !/^(?:javascript|data|vbscript|file|blob|about):$/.test(protocol);
}

/**
 * Returns the URI of the editor that the query parameters of a callback page describe, such as
 * `http://127.0.0.1:8000/stable/callback?vscode-scheme=...`. Undefined for other URIs.
 */
function callbackBehindPage(uri: string): string | undefined {
  if (!/^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?\/(?:[\w-]+\/)?callback\?/.test(uri)) {
    return undefined;
  }
  const { "vscode-reqid": _request, ...parameters } = Object.fromEntries(new URL(uri).searchParams);
  const { "vscode-scheme": scheme, "vscode-authority": authority, "vscode-path": path, ...others } = parameters;
  return Object.keys(others).length === 0 ? `${scheme}://${authority}${path}` : undefined;
}

/**
 * Removes the port of a loopback address: `http://127.0.0.1:41234/back` becomes `http://127.0.0.1/back`. Other hosts
 * keep theirs.
 */
function withoutPort(uri: string): string {
  return uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d{1,5}(?=\/|\?|$)/, "$1");
}

function withoutWindow(uri: string): string {
  return /^https?:/i.test(uri) ? uri : uri.replace(/\?windowId=\w+$/, "");
}

/** Adds query parameters to `uri`. Omits parameters without a value. */
export function addQueryParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) {
      url.searchParams.set(name, value);
    }
  }
  return url.href;
}

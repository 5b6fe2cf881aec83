/**
 * Whether a callback URI is one that is registered: exactly, but that a program on the caller's own machine takes
 * whatever port is free (RFC 8252, 7.3), and that an editor adds the number of the window that is to be called back.
 */
export function isRegisteredRedirect(uri: string, registered: readonly string[]): boolean {
  return registered.includes(uri) || registered.includes(withoutPort(uri)) || registered.includes(withoutWindow(uri));
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

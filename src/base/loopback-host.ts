const names: readonly string[] = ["localhost", "[::1]"];

/**
 * Whether a host as a URL writes it is this machine by its name alone, so that credentials and rows may go to it unencrypted.
 * Asks no name server, which could send them elsewhere.
 */
export function isLoopbackHost(host: string): boolean {
  return names.includes(host.toLowerCase()) || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** The text without the secrets, as they are and as an address or a form would write them. */
export function redacted(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret !== "")
    .flatMap((secret) => [secret, encodeURIComponent(Buffer.from(secret).toString()), formEncoded(secret)]);
  // The longer first: a secret that is part of another one would leave the rest of it.
  const longestFirst = [...new Set(forms)].sort((one, other) => other.length - one.length);
  return longestFirst.reduce((result, form) => result.replaceAll(form, "***"), text);
}

/** One value as `application/x-www-form-urlencoded` writes it. */
export function formEncoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

/** Replaces secrets in a text by `***`, also in their URL-encoded and form-encoded spellings. */
export function redacted(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret !== "")
    .flatMap((secret) => [secret, encodeURIComponent(Buffer.from(secret).toString()), formEncoded(secret)]);
  // Longer ones first, because replacing a secret that is part of another one would leave the rest of the other.
  const longestFirst = [...new Set(forms)].sort((one, other) => other.length - one.length);
  return longestFirst.reduce((result, form) => result.replaceAll(form, "***"), text);
}

/** Encodes a value as `application/x-www-form-urlencoded`. */
export function formEncoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

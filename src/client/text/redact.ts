/** Replaces secrets in a text by `***`, including their URL-encoded and form-encoded spellings. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret !== "")
    .flatMap((secret) => [secret, encodeURIComponent(Buffer.from(secret).toString()), encodeFormValue(secret)]);
  // Longer ones first, because replacing a secret that is part of another one would leave the rest of the other.
  const longestFirst = [...new Set(forms)].sort((one, other) => other.length - one.length);
  return longestFirst.reduce((result, form) => result.replaceAll(form, "***"), text);
}

/** Encodes a value for `application/x-www-form-urlencoded`. */
export function encodeFormValue(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

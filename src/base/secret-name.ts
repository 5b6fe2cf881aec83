/** Whether a field name indicates that the field contains a secret, such as a password or token. */
export function isSecretName(name: string): boolean {
  return /(password|passphrase|secret|assertion|api[-_]?key|(access|private|secret)[-_]?key|auth[-_]?code|token)$/i.test(
    name,
  );
}

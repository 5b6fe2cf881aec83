/** The names in a header of comma-separated values; a quote within quotes is doubled. */
export function splitHeader(line: string): string[] {
  const cells = line.replace(/^\uFEFF/, "").matchAll(/(?:^|,)\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))/g);
  return [...cells].map(([, quoted, bare = ""]) => quoted?.replaceAll('""', '"') ?? bare.trim());
}

import { ZipFile } from "yazl";

/** A ZIP of text entries by their names. */
export async function zipOf(entries: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries)) {
    zip.addBuffer(Buffer.from(text), name);
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) {
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}

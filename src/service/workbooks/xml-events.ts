import { TextDecoder } from "node:util";
import { SaxesParser } from "saxes";
import { WorkbookProblem } from "./workbook.ts";

/** A start tag, an end tag or a piece of text; names are without prefix. */
export type XmlEvent =
  | { readonly kind: "open"; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: "close"; readonly name: string }
  | { readonly kind: "text"; readonly text: string };

/** Longest tag, comment or text that is kept in memory until it ends, in characters. */
const maxPartLength = 16 * 1024 * 1024;

/**
 * Yields the tags and texts of an XML file as its bytes arrive, in pieces. It reads what spreadsheet programs write: UTF-8,
 * no document type, so that no entity grows. Throws WorkbookProblem for any other file.
 */
export async function* readXml(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly XmlEvent[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parser = new SaxesParser({ position: false });
  let events: XmlEvent[] = [];
  parser.on("error", (error) => {
    throw new WorkbookProblem("is damaged; save it again", { cause: error });
  });
  parser.on("doctype", () => {
    throw new WorkbookProblem("has a document type inside, which no spreadsheet program writes");
  });
  parser.on("opentag", ({ name, attributes }) => {
    const named = Object.entries(attributes).map(([key, value]) => [localName(key), value] as const);
    events.push({ kind: "open", name: localName(name), attributes: new Map(named) });
  });
  parser.on("closetag", ({ name }) => events.push({ kind: "close", name: localName(name) }));
  const addText = (text: string) => events.push({ kind: "text", text });
  parser.on("text", addText);
  parser.on("cdata", addText);
  let unended = 0;
  for await (const piece of bytes) {
    const text = decode(decoder, piece);
    parser.write(text);
    unended = events.length > 0 ? 0 : unended + text.length;
    if (unended > maxPartLength) {
      throw new WorkbookProblem("has a cell or tag that is too long");
    }
    yield events;
    events = [];
  }
  parser.write(decode(decoder, undefined)).close();
  yield events;
}

function decode(decoder: TextDecoder, piece: Uint8Array | undefined): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch (error) {
    throw new WorkbookProblem("is not in UTF-8 inside; save it again", { cause: error });
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

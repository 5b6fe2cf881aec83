import { TextDecoder } from "node:util";
import { WorkbookProblem } from "./workbook-problem.ts";

/** A start tag, an end tag or a piece of text; names are without prefix. */
export type XmlEvent =
  | { readonly kind: "open"; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: "close"; readonly name: string }
  | { readonly kind: "text"; readonly text: string };

/** Longest tag, comment or text that is kept in memory until it ends, in characters. */
const maxPartLength = 16 * 1024 * 1024;

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/**
 * Yields the tags and texts of an XML file as its bytes arrive, in pieces. It reads what spreadsheet programs write: UTF-8,
 * no document type, so that no entity grows. Throws WorkbookProblem for any other file; does not check that tags match.
 */
export async function* readXml(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly XmlEvent[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const piece of bytes) {
    rest += decode(decoder, piece);
    const { events, at } = readParts(rest, false);
    rest = rest.slice(at);
    if (rest.length > maxPartLength) {
      throw new WorkbookProblem("has a cell or tag that is too long");
    }
    yield events;
  }
  rest += decode(decoder, undefined);
  const { events, at } = readParts(rest, true);
  if (rest.slice(at).trim() !== "") {
    throw damaged();
  }
  yield events;
}

function decode(decoder: TextDecoder, piece: Uint8Array | undefined): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch (error) {
    throw new WorkbookProblem("is not in UTF-8 inside; save it again", { cause: error });
  }
}

/** Reads the complete parts of a text. `at` is the offset behind them. */
function readParts(text: string, isEnd: boolean): { readonly events: readonly XmlEvent[]; readonly at: number } {
  const events: XmlEvent[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf("<", at);
    if (start < 0) {
      // Text may go on in the next piece, an entity too.
      return { events, at: isEnd ? text.length : at };
    }
    const end = findPartEnd(text, start);
    if (end === undefined) {
      return { events, at };
    }
    if (start > at) {
      events.push({ kind: "text", text: decodeEntities(text.slice(at, start)) });
    }
    readPart(text.slice(start, end), events);
    at = end;
  }
}

/** Returns the offset behind a tag, comment, CDATA section or instruction; undefined if it has not ended yet. */
function findPartEnd(text: string, start: number): number | undefined {
  const opening = text.slice(start, start + 9);
  const terminator = opening.startsWith("<!--")
    ? "-->"
    : opening === "<![CDATA["
      ? "]]>"
      : opening.startsWith("<?")
        ? "?>"
        : undefined;
  if (terminator !== undefined) {
    const found = text.indexOf(terminator, start + (terminator === "-->" ? 4 : 2));
    return found < 0 ? undefined : found + terminator.length;
  }
  if (opening.startsWith("<!")) {
    if (opening.length < 9) {
      return undefined;
    }
    throw new WorkbookProblem("has a document type inside, which no spreadsheet program writes");
  }
  for (let at = start + 1, quote = ""; at < text.length; at++) {
    const sign = text[at] as string;
    if (quote !== "") {
      quote = sign === quote ? "" : quote;
    } else if (sign === ">") {
      return at + 1;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
    }
  }
  return undefined;
}

function readPart(part: string, events: XmlEvent[]): void {
  if (part.startsWith("<![CDATA[")) {
    events.push({ kind: "text", text: part.slice(9, -3) });
  } else if (part.startsWith("</")) {
    events.push({ kind: "close", name: localName(part.slice(2, -1).trim()) });
  } else if (!part.startsWith("<!") && !part.startsWith("<?")) {
    const isEmpty = part.endsWith("/>");
    const inside = part.slice(1, isEmpty ? -2 : -1);
    const [name] = inside.split(/\s/, 1);
    if (!name || inside.includes("<")) {
      throw damaged();
    }
    const attributes = new Map<string, string>();
    for (const [, key = "", double, single = ""] of inside.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
      attributes.set(localName(key), decodeEntities(double ?? single));
    }
    events.push({ kind: "open", name: localName(name), attributes });
    if (isEmpty) {
      events.push({ kind: "close", name: localName(name) });
    }
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function decodeEntities(text: string): string {
  return text.includes("&")
    ? text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));?/gi, (_, decimal, hexadecimal, name) => {
        const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : undefined;
        const sign = code === undefined ? entities[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
        if (sign === undefined) {
          throw damaged();
        }
        return sign;
      })
    : text;
}

function damaged(): WorkbookProblem {
  return new WorkbookProblem("is damaged; save it again");
}

import type { StoredObject } from "../model/tenant-model.ts";

const kinds = {
  subject: {
    colour: "#1b4f72",
    shape: '<circle cx="16" cy="11" r="5"/><path d="M6 27a10 9 0 0 1 20 0z"/>',
    words: "what lasts",
  },
  event: { colour: "#7b241c", shape: '<path d="M17 4 8 18h7l-2 10 11-15h-8z"/>', words: "what happens" },
  overlay: {
    colour: "#4a235a",
    shape: '<path d="M16 5 28 12 16 19 4 12z"/><path d="M4 18l12 7 12-7v3l-12 7-12-7z"/>',
    words: "what is planned",
  },
} as const;

/** Returns the category of the sample questions about an object, with an icon in SVG. */
export function categoryOf({ id, displayName, kind }: Pick<StoredObject, "id" | "displayName" | "kind">) {
  const { colour, shape, words } = kinds[kind];
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#ffffff">${shape}</svg>`;
  return {
    categoryId: id,
    basicInformation: { displayName, description: `Questions about ${displayName}: ${words}` },
    categoryIcon: { base64Image: Buffer.from(icon).toString("base64"), backgroundColor: colour },
  };
}

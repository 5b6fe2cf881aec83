const dataUri = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/;

/** How base64 of these formats begins. */
const beginnings: Readonly<Record<string, string>> = {
  iVBORw0KGgo: "image/png",
  "/9j/": "image/jpeg",
  R0lGOD: "image/gif",
  UklGR: "image/webp",
};

/** Larger ones are for an editor. */
const longestImage = 8_000_000;

/** The address of the image that a text holds: a `data:` URI of it, or base64 of PNG, JPEG, GIF or WebP. */
export function imageAddress(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length < 32 || trimmed.length > longestImage) {
    return undefined;
  }
  if (trimmed.startsWith("data:")) {
    return dataUri.test(trimmed) ? trimmed : undefined;
  }
  const type = Object.entries(beginnings).find(([beginning]) => trimmed.startsWith(beginning))?.[1];
  return type && /^[A-Za-z0-9+/=\s]+$/.test(trimmed) ? `data:${type};base64,${trimmed.replace(/\s/g, "")}` : undefined;
}

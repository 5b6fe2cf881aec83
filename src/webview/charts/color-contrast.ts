/** Red, green and blue of sRGB, each from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

/** Parses `#rrggbb`. */
export function parseColor(text: string): Color {
  const value = Number.parseInt(text.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Formats a colour as `#rrggbb`. */
export function colorText(color: Color): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the relative luminance from 0 (black) to 1 (white), as defined by WCAG 2.2. */
export function luminanceOf(color: Color): number {
  const [red, green, blue] = color.map((part) => linear(part / 255)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio from 1 to 21, as defined by WCAG 2.2. */
export function contrastBetween(one: Color, other: Color): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Mixes two colours; `share` of `other` is from 0 to 1. */
export function mixColors(one: Color, other: Color, share: number): Color {
  const mix = (index: 0 | 1 | 2) => one[index] + (other[index] - one[index]) * share;
  return [mix(0), mix(1), mix(2)];
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

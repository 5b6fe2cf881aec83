/** Minimum contrast of a graphical object to adjacent colours (WCAG 2.2, 1.4.11). */
export const minimumContrast = 3;
/** Maximum contrast of axis lines, in high-contrast themes too. */
const maximumLineContrast = 1.8;

/**
 * Series colours for light and dark backgrounds. Unlike the theme's own chart colours (red beside green), they can be
 * told apart with and without colour blindness. The same series has a similar hue in both.
 */
const onLight = ["#288af1", "#b13800", "#00725e", "#7d40b5", "#d95aa7", "#9a8a03", "#113a7a", "#6e1d38"];
const onDark = ["#4a7eda", "#ed9732", "#02c798", "#b996ff", "#c45d8f", "#8c8233", "#6be4fe", "#cddd61"];

export const seriesColorCount = onLight.length;

const black: RgbColor = [0, 0, 0];
const white: RgbColor = [255, 255, 255];
/** Luminance that black and white contrast with equally. */
const middleLuminance = 0.179;

/** Returns the series colours as `#rrggbb`, each legible on the background. */
export function seriesColors(background: RgbColor): string[] {
  const isDark = luminanceOf(background) < middleLuminance;
  return (isDark ? onDark : onLight).map((text) =>
    formatColor(legibleColor(parseColor(text), background, isDark ? white : black)),
  );
}

/** Mixes a colour with the background, so that lines in it are not mistaken for a series. */
export function createMutedColor(color: RgbColor, background: RgbColor): RgbColor {
  return firstOf(color, background, (mixed) => contrastBetween(mixed, background) <= maximumLineContrast);
}

/** Mixes a colour with `end` until it contrasts enough with the background. */
function legibleColor(color: RgbColor, background: RgbColor, end: RgbColor): RgbColor {
  // Margin for rounding to integers.
  return firstOf(color, end, (mixed) => contrastBetween(mixed, background) >= minimumContrast + 0.05);
}

/** Returns the first of 20 mixtures from `color` to `end` that is sufficient, otherwise `end`. */
function firstOf(color: RgbColor, end: RgbColor, isEnough: (mixed: RgbColor) => boolean): RgbColor {
  const steps = 20;
  for (let step = 0; step < steps; step++) {
    const mixed = mixColors(color, end, step / steps);
    if (isEnough(mixed)) {
      return mixed;
    }
  }
  return end;
}

/** Red, green and blue of an sRGB colour, each from 0 to 255. */
export type RgbColor = readonly [red: number, green: number, blue: number];

/** Parses `#rrggbb`. */
export function parseColor(text: string): RgbColor {
  const value = Number.parseInt(text.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Formats a colour as `#rrggbb`. */
export function formatColor(color: RgbColor): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the relative luminance from 0 (black) to 1 (white), as defined by WCAG 2.2. */
function luminanceOf(color: RgbColor): number {
  const [red, green, blue] = color.map((part) => linear(part / 255)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio from 1 to 21, as defined by WCAG 2.2. */
export function contrastBetween(one: RgbColor, other: RgbColor): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Mixes two colours. `share` is the share of `other`, from 0 to 1. */
export function mixColors(one: RgbColor, other: RgbColor, share: number): RgbColor {
  const mix = (index: 0 | 1 | 2) => one[index] + (other[index] - one[index]) * share;
  return [mix(0), mix(1), mix(2)];
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

import { type Color, colorText, contrastBetween, luminanceOf, mixColors, parseColor } from "./color-contrast.ts";

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

const black: Color = [0, 0, 0];
const white: Color = [255, 255, 255];
/** Luminance that black and white contrast with equally. */
const middleLuminance = 0.179;

/** Returns the series colours as `#rrggbb`, each legible on the background. */
export function seriesColors(background: Color): string[] {
  const isDark = luminanceOf(background) < middleLuminance;
  return (isDark ? onDark : onLight).map((text) =>
    colorText(legibleColor(parseColor(text), background, isDark ? white : black)),
  );
}

/** Mixes a colour with the background until its lines cannot be mistaken for a series. */
export function quietColor(color: Color, background: Color): Color {
  return firstOf(color, background, (mixed) => contrastBetween(mixed, background) <= maximumLineContrast);
}

/** Mixes a colour with `end` until it contrasts enough with the background. */
function legibleColor(color: Color, background: Color, end: Color): Color {
  // Margin for rounding to integers.
  return firstOf(color, end, (mixed) => contrastBetween(mixed, background) >= minimumContrast + 0.05);
}

/** Returns the first of 20 mixtures from `color` to `end` that is sufficient, otherwise `end`. */
function firstOf(color: Color, end: Color, isEnough: (mixed: Color) => boolean): Color {
  const steps = 20;
  for (let step = 0; step < steps; step++) {
    const mixed = mixColors(color, end, step / steps);
    if (isEnough(mixed)) {
      return mixed;
    }
  }
  return end;
}

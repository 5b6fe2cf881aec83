import { type Color, colorText, contrastBetween, luminanceOf, mixColors, parseColor } from "./color-contrast.ts";

/** What a graphical object needs against what is beside it (WCAG 2.2, 1.4.11). */
export const leastContrast = 3;
/** What the lines of the axes may have, in themes of high contrast too. */
const mostQuietContrast = 1.8;

/**
 * Chosen to stay apart for readers who see all colours and for those who lack one kind of cone, which the theme's own chart
 * colours (red beside green) do not. The same series has about the same hue in both.
 */
const onLight = ["#288af1", "#b13800", "#00725e", "#7d40b5", "#d95aa7", "#9a8a03", "#113a7a", "#6e1d38"];
const onDark = ["#4a7eda", "#ed9732", "#02c798", "#b996ff", "#c45d8f", "#8c8233", "#6be4fe", "#cddd61"];

export const seriesColorCount = onLight.length;

const black: Color = [0, 0, 0];
const white: Color = [255, 255, 255];
/** Black and white stand out equally from this luminance. */
const middleLuminance = 0.179;

/** `#rrggbb` for one series after the other, each legible on the background of any theme. */
export function seriesColors(background: Color): string[] {
  const isDark = luminanceOf(background) < middleLuminance;
  return (isDark ? onDark : onLight).map((text) =>
    colorText(legibleColor(parseColor(text), background, isDark ? white : black)),
  );
}

/** The colour of lines that must not be taken for a series: brought towards the background as far as it must be. */
export function quietColor(color: Color, background: Color): Color {
  return firstOf(color, background, (mixed) => contrastBetween(mixed, background) <= mostQuietContrast);
}

/** The colour, brought towards the other end as far as it must be. */
function legibleColor(color: Color, background: Color, end: Color): Color {
  // Room for the rounding to whole numbers.
  return firstOf(color, end, (mixed) => contrastBetween(mixed, background) >= leastContrast + 0.05);
}

/** The first of 20 steps from one colour to the other that will do. */
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

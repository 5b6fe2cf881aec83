import assert from "node:assert/strict";
import {
  contrastBetween,
  createMutedColor,
  minimumContrast,
  parseColor,
  seriesColorCount,
  seriesColors,
} from "../../../../src/webview/charts/series-colors.ts";
import { themes } from "../../../webview/support/themes.ts";
import { colorVisions, distanceSeen } from "./color-vision.ts";

const ofDefaultThemes = Object.values(themes).map((theme) => theme["--vscode-panel-background"]);
/** Darker than most light themes, lighter than most dark ones, tinted, and the greys between them. */
const ofOtherThemes = ["#fdf6e3", "#f3f3f3", "#002b36", "#282a36", "#2e3440", "#3b3b3b"];
const anyGrey = Array.from({ length: 52 }, (_, index) => `#${(index * 5).toString(16).padStart(2, "0").repeat(3)}`);

suite("The colours of the series", () => {
  test("know the contrasts that the guidelines give", () => {
    const contrast = (one: string, other: string) => contrastBetween(parseColor(one), parseColor(other)).toFixed(2);
    assert.equal(contrast("#000000", "#ffffff"), "21.00");
    assert.equal(contrast("#ffffff", "#777777"), "4.48");
    assert.equal(contrast("#123456", "#123456"), "1.00");
  });

  for (const background of [...ofDefaultThemes, ...ofOtherThemes, ...anyGrey]) {
    test(`are legible on ${background}`, () => {
      const colors = seriesColors(parseColor(background));
      assert.equal(new Set(colors).size, seriesColorCount);
      for (const color of colors) {
        const contrast = contrastBetween(parseColor(color), parseColor(background));
        assert.ok(contrast >= minimumContrast, `${color} has a contrast of ${contrast.toFixed(2)}`);
      }
    });
  }

  test("are not those of the axes' lines, however bright a theme has them", () => {
    const contrast = (line: string, background: string) => {
      const quiet = createMutedColor(parseColor(line), parseColor(background));
      return contrastBetween(quiet, parseColor(background));
    };
    assert.ok(contrast("#6fc3df", "#000000") < 2);
    assert.ok(contrast("#0f4a85", "#ffffff") < 2);
    assert.equal(contrast("#2b2b2b", "#181818"), contrastBetween(parseColor("#2b2b2b"), parseColor("#181818")));
  });

  for (const [name, vision] of Object.entries(colorVisions)) {
    test(`stay apart for a reader with ${name}`, () => {
      for (const background of [...ofDefaultThemes, ...ofOtherThemes.slice(0, -1)]) {
        const colors = seriesColors(parseColor(background));
        for (const [index, one] of colors.entries()) {
          for (const other of colors.slice(index + 1)) {
            const distance = distanceSeen(parseColor(one), parseColor(other), vision);
            assert.ok(distance >= 0.1, `${one} and ${other} on ${background} are ${distance.toFixed(3)} apart`);
          }
        }
      }
    });
  }
});

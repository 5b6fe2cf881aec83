import type { RgbColor } from "../../../../src/webview/charts/series-colors.ts";

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** How linear red, green and blue are seen without one kind of cone (Machado, Oliveira and Fernandes 2009, full severity). */
export const colorVisions: Readonly<Record<string, Matrix>> = {
  "all cones": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  "no cones for red": [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  "no cones for green": [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  "no cones for blue": [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** How far apart two colours look, as a distance in Oklab, where black and white are 1 apart. */
export function distanceSeen(one: RgbColor, other: RgbColor, vision: Matrix): number {
  const [first, second] = [one, other].map((color) => oklab(times(vision, linearOf(color)))) as [Triple, Triple];
  return Math.hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
}

function linearOf(color: RgbColor): Triple {
  return color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;
}

function oklab(linear: Triple): Triple {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    linear,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones.map((cone) => Math.cbrt(cone)) as unknown as Triple,
  );
}

function times(matrix: Matrix, [a, b, c]: Triple): Triple {
  return matrix.map(([x, y, z]) => x * a + y * b + z * c) as unknown as Triple;
}

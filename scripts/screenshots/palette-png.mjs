// Rewrites the PNG of a screenshot with a palette, which makes it a half to a third as large.
import { crc32, deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxColours = 256;

/** @typedef {{ width: number; height: number; colours: Uint32Array }} Picture Colours are 0xRRGGBB, row by row. */
/** @typedef {{ colour: number; count: number }} Shade */

/**
 * Returns the same picture as a PNG of at most 256 colours. Pictures with more get the nearest of a chosen palette.
 *
 * @param {Buffer} png 8 bits per channel, not interlaced, as browsers write it.
 * @returns {Buffer}
 */
export function withPalette(png) {
  const picture = decode(png);
  const palette = choosePalette(countShades(picture.colours));
  return encode(picture, palette);
}

/**
 * @param {Buffer} png
 * @returns {Picture}
 */
function decode(png) {
  const chunks = readChunks(png);
  const header = chunks.find(({ type }) => type === "IHDR")?.data;
  const channels = header && { 2: 3, 6: 4 }[header.readUInt8(9)];
  if (!header || !channels || header.readUInt8(8) !== 8 || header.readUInt8(12) !== 0) {
    throw new Error("The screenshot is not a PNG of 8 bits per channel in true colour.");
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const packed = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  const bytes = removeFilters(inflateSync(packed), width * channels, height, channels);
  const colours = new Uint32Array(width * height);
  for (let at = 0; at < colours.length; at++) {
    colours[at] = bytes.readUIntBE(at * channels, 3);
  }
  return { width, height, colours };
}

/** @param {Buffer} png */
function readChunks(png) {
  const chunks = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

/**
 * Undoes the filters of the lines (PNG specification, 9).
 *
 * @param {Buffer} filtered
 * @param {number} lineLength
 * @param {number} height
 * @param {number} channels
 */
function removeFilters(filtered, lineLength, height, channels) {
  const bytes = Buffer.alloc(lineLength * height);
  for (let line = 0; line < height; line++) {
    const filter = filtered[line * (lineLength + 1)];
    for (let x = 0; x < lineLength; x++) {
      const at = line * lineLength + x;
      const left = x < channels ? 0 : (bytes[at - channels] ?? 0);
      const above = line === 0 ? 0 : (bytes[at - lineLength] ?? 0);
      const corner = line === 0 || x < channels ? 0 : (bytes[at - lineLength - channels] ?? 0);
      const predicted = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter ?? 0] ?? 0;
      bytes[at] = (filtered[at + line + 1] ?? 0) + predicted;
    }
  }
  return bytes;
}

/**
 * @param {number} left
 * @param {number} above
 * @param {number} corner
 */
function paeth(left, above, corner) {
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(estimate - value));
  if (toLeft <= toAbove && toLeft <= toCorner) {
    return left;
  }
  return toAbove <= toCorner ? above : corner;
}

/**
 * @param {Uint32Array} colours
 * @returns {Shade[]}
 */
function countShades(colours) {
  const counts = new Map();
  for (const colour of colours) {
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts].map(([colour, count]) => ({ colour, count }));
}

/**
 * Chooses colours by median cut: the group with the greatest error is split until there are as many as a palette holds.
 *
 * @param {Shade[]} shades
 */
function choosePalette(shades) {
  if (shades.length <= maxColours) {
    return shades.map(({ colour }) => colour);
  }
  const groups = [measure(shades)];
  while (groups.length < maxColours) {
    const widest = groups.reduce((one, other) => (other.error > one.error ? other : one));
    const { shift, mean } = widest;
    const isLow = (/** @type {Shade} */ { colour }) => ((colour >> shift) & 0xff) <= mean;
    groups.splice(groups.indexOf(widest), 1, ...splitBy(widest.shades, isLow).map(measure));
  }
  return groups.map(({ colour }) => colour);
}

/**
 * @param {Shade[]} shades
 * @param {(shade: Shade) => boolean} isFirst
 */
function splitBy(shades, isFirst) {
  return [shades.filter(isFirst), shades.filter((shade) => !isFirst(shade))];
}

/**
 * Mean colour of a group, its most spread channel and the error that one colour for all of it makes.
 *
 * @param {Shade[]} shades
 */
function measure(shades) {
  const total = shades.reduce((sum, { count }) => sum + count, 0);
  const channels = [16, 8, 0].map((shift) => {
    const mean = shades.reduce((sum, { colour, count }) => sum + ((colour >> shift) & 0xff) * count, 0) / total;
    const error = shades.reduce((sum, { colour, count }) => sum + (((colour >> shift) & 0xff) - mean) ** 2 * count, 0);
    return { shift, mean, error };
  });
  const { shift, mean, error } = channels.reduce((one, other) => (other.error > one.error ? other : one));
  // The most frequent colour, so that backgrounds keep theirs to the digit.
  const { colour } = shades.reduce((one, other) => (other.count > one.count ? other : one));
  return { shades, shift, mean, error, colour };
}

/**
 * @param {Picture} picture
 * @param {number[]} palette
 */
function encode({ width, height, colours }, palette) {
  const nearest = new Map();
  const lines = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < colours.length; at++) {
    const colour = colours[at] ?? 0;
    let index = nearest.get(colour);
    if (index === undefined) {
      index = findNearest(colour, palette);
      nearest.set(colour, index);
    }
    lines[at + Math.floor(at / width) + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const entries = Buffer.alloc(palette.length * 3);
  for (const [index, colour] of palette.entries()) {
    entries.writeUIntBE(colour, index * 3, 3);
  }
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", entries),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * @param {number} colour
 * @param {number[]} palette
 */
function findNearest(colour, palette) {
  const distance = (/** @type {number} */ other) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((colour >> shift) & 0xff) - ((other >> shift) & 0xff)) ** 2, 0);
  return palette.reduce((best, other, index) => (distance(other) < distance(palette[best] ?? 0) ? index : best), 0);
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

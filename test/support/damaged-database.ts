/** Ways in which a database file of DuckDB is damaged, each as what becomes of its bytes. */
export const damages: Readonly<Record<string, (whole: Buffer) => Buffer>> = {
  empty: () => Buffer.alloc(0),
  "cut in its head": (whole) => whole.subarray(0, 100),
  "cut in its middle": (whole) => whole.subarray(0, whole.length >> 1),
  zeroed: (whole) => Buffer.alloc(whole.length),
  "something else": () => Buffer.from("not a database, but long enough to be looked at ".repeat(400)),
  "changed in its head": (whole) => flip(whole, 4100),
  "changed in a block of its catalogue": (whole) => flipBlocks(whole),
};

function flip(whole: Buffer, position: number): Buffer {
  const bytes = Buffer.from(whole);
  bytes.writeUInt8(bytes.readUInt8(position) ^ 0xff, position);
  return bytes;
}

const firstBlock = 12_288;
const blockBytes = 262_144;

/** Changes a byte of the blocks of these numbers; of every block when none are given. */
export function flipBlocks(whole: Buffer, blocks?: readonly number[]): Buffer {
  const count = Math.floor((whole.length - firstBlock) / blockBytes);
  const changed = blocks ?? Array.from({ length: count }, (_, index) => index);
  return changed.reduce((bytes, block) => flip(bytes, firstBlock + block * blockBytes + 100), whole);
}

const headBytes = 4096;
const versionPosition = 12;

/** The file as a version of the storage that does not exist would have written it, with the checksum that belongs to it. */
export function withStorageVersion(whole: Buffer, version: bigint): Buffer {
  const bytes = Buffer.from(whole);
  bytes.writeBigUInt64LE(version, versionPosition);
  let sum = 5381n;
  for (let position = 8; position < headBytes; position += 8) {
    sum ^= (bytes.readBigUInt64LE(position) * 0xbf58476d1ce4e5b9n) & 0xffffffffffffffffn;
  }
  bytes.writeBigUInt64LE(sum, 0);
  return bytes;
}

import { WorkbookProblem } from "./workbook.ts";

/** First bytes of a compound file. */
export const compoundFileMark = Buffer.from("d0cf11e0a1b11ae1", "hex");

const headerBytes = 512;
const entryBytes = 128;
/** Numbers of sectors from here on are marks, such as that of the end of a chain. */
const firstMark = 0xfffffffa;
const streamType = 2;

interface DirectoryEntry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

/**
 * The streams at the top of a compound file ([MS-CFB]), in which spreadsheets up to Excel 2003 and protected ones are.
 * Throws WorkbookProblem for a damaged file.
 */
export class CompoundFile {
  readonly #bytes: Buffer;
  readonly #sectorShift: number;
  readonly #table: readonly number[];
  readonly #entries: readonly DirectoryEntry[];

  constructor(bytes: Buffer) {
    if (bytes.length < headerBytes || !bytes.subarray(0, 8).equals(compoundFileMark)) {
      throw damaged();
    }
    this.#bytes = bytes;
    this.#sectorShift = bytes.readUInt16LE(30);
    if (this.#sectorShift !== 9 && this.#sectorShift !== 12) {
      throw damaged();
    }
    this.#table = this.#readTable();
    const directory = this.#chain(bytes.readUInt32LE(48));
    this.#entries = Array.from({ length: directory.length / entryBytes }, (_, index) =>
      toEntry(directory.subarray(index * entryBytes, (index + 1) * entryBytes)),
    );
  }

  /** Returns the content of a stream, or undefined if there is none of that name. */
  stream(name: string): Buffer | undefined {
    const [root] = this.#entries;
    const entry = root && this.#find(root.child, name, new Set());
    if (!root || !entry) {
      return undefined;
    }
    const isSmall = entry.size < this.#bytes.readUInt32LE(56);
    const content = isSmall ? this.#smallChain(root, entry.start) : this.#chain(entry.start);
    if (content.length < entry.size) {
      throw damaged();
    }
    return content.subarray(0, entry.size);
  }

  #find(id: number, name: string, seen: Set<number>): DirectoryEntry | undefined {
    const entry = this.#entries[id];
    if (!entry || seen.has(id)) {
      return undefined;
    }
    seen.add(id);
    return entry.name === name && entry.type === streamType
      ? entry
      : (this.#find(entry.left, name, seen) ?? this.#find(entry.right, name, seen));
  }

  /** Reads the table that has for each sector the next one of its chain. */
  #readTable(): readonly number[] {
    const bytes = this.#bytes;
    const sectors = Array.from({ length: 109 }, (_, index) => bytes.readUInt32LE(76 + index * 4));
    const perSector = (1 << this.#sectorShift) / 4;
    const maxSectors = bytes.length >> this.#sectorShift;
    let next = bytes.readUInt32LE(68);
    for (let count = 0; next < firstMark; count++) {
      const sector = this.#sector(next);
      if (count > maxSectors) {
        throw damaged();
      }
      for (let index = 0; index < perSector - 1; index++) {
        sectors.push(sector.readUInt32LE(index * 4));
      }
      next = sector.readUInt32LE((perSector - 1) * 4);
    }
    return sectors
      .filter((sector) => sector < firstMark)
      .flatMap((number) => {
        const sector = this.#sector(number);
        return Array.from({ length: perSector }, (_, index) => sector.readUInt32LE(index * 4));
      });
  }

  #sector(number: number): Buffer {
    const start = (number + 1) * 2 ** this.#sectorShift;
    const sector = this.#bytes.subarray(start, start + 2 ** this.#sectorShift);
    if (sector.length < 2 ** this.#sectorShift) {
      throw damaged();
    }
    return sector;
  }

  #chain(start: number): Buffer {
    return Buffer.concat(follow(start, this.#table).map((number) => this.#sector(number)));
  }

  /** Small streams lie in pieces of 64 bytes in a stream of the root. */
  #smallChain(root: DirectoryEntry, start: number): Buffer {
    const all = this.#chain(root.start);
    const bytes = this.#chain(this.#bytes.readUInt32LE(60));
    const table = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32LE(index * 4));
    return Buffer.concat(follow(start, table).map((number) => all.subarray(number * 64, (number + 1) * 64)));
  }
}

/** Returns the numbers of a chain. Throws for one that is a circle or leads out of its table. */
function follow(start: number, table: readonly number[]): readonly number[] {
  const chain: number[] = [];
  for (let next = start; next < firstMark; ) {
    const after = table[next];
    if (after === undefined || chain.length >= table.length) {
      throw damaged();
    }
    chain.push(next);
    next = after;
  }
  return chain;
}

function toEntry(bytes: Buffer): DirectoryEntry {
  return {
    name: bytes.toString("utf16le", 0, Math.max(0, Math.min(64, bytes.readUInt16LE(64)) - 2)),
    type: bytes.readUInt8(66),
    left: bytes.readUInt32LE(68),
    right: bytes.readUInt32LE(72),
    child: bytes.readUInt32LE(76),
    start: bytes.readUInt32LE(116),
    size: bytes.readUInt32LE(120),
  };
}

function damaged(): WorkbookProblem {
  return new WorkbookProblem("is damaged; save it again");
}

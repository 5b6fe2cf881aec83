import { crc32, deflateRawSync } from "node:zlib";
import { ZipFile } from "yazl";
import { bytesOf } from "./client-fixture.ts";

/** An entry as it is written into a ZIP file, right or wrong. */
export interface RawEntry {
  readonly name: string;
  readonly content?: string | Buffer;
  /** Unix type and permissions; those of a file when left out. */
  readonly mode?: number;
  /** What the list says in place of the true size. */
  readonly claimedSize?: number;
  readonly flags?: number;
  readonly method?: number;
  /** Takes the bytes of the entry at this position in place of its own. */
  readonly sharesWith?: number;
}

/** A ZIP file of entries that a program which makes ZIP files would refuse to write. */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const locals: Buffer[] = [];
  const offsets: number[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const { name, content = "", mode = 0o100644, claimedSize, flags = 0, method = 8, sharesWith } of entries) {
    const bytes = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const size = claimedSize ?? bytes.length;
    const nameBytes = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags | 0x800, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(size, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    const at = sharesWith === undefined ? offset : (offsets[sharesWith] ?? 0);
    offsets.push(at);
    if (sharesWith === undefined) {
      const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), shared, nameBytes, packed]);
      locals.push(local);
      offset += local.length;
    }
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(at, 10);
    list.push(Buffer.from("PK\x01\x02\x14\x03", "latin1"), shared, tail, nameBytes);
  }
  const listBytes = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listBytes, end]);
}

/** A ZIP file as programs make them. */
export async function plainZip(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) {
    if (name.endsWith("/")) {
      zip.addEmptyDirectory(name);
    } else {
      zip.addBuffer(Buffer.from(content), name);
    }
  }
  zip.end();
  return await bytesOf(zip.outputStream as unknown as AsyncIterable<Uint8Array>);
}

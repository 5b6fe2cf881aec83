import assert from "node:assert/strict";
import { formatBytes, formatCount } from "../../../src/base/amounts.ts";

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

describe("amounts", () => {
  const sizes: readonly [number, string, string, string][] = [
    [0, "0 bytes", "0 Byte", "0 octet"],
    [1, "1 byte", "1 Byte", "1 octet"],
    [999, "999 bytes", "999 Byte", "999 octets"],
    [1000, "1 kB", "1 kB", "1 ko"],
    [1536, "1.5 kB", "1,5 kB", "1,5 ko"],
    [999_949, "999.9 kB", "999,9 kB", "999,9 ko"],
    [999_950, "1 MB", "1 MB", "1 Mo"],
    [5_000_000, "5 MB", "5 MB", "5 Mo"],
    [12_999_999, "13 MB", "13 MB", "13 Mo"],
    [2_500_000_000, "2.5 GB", "2,5 GB", "2,5 Go"],
    [1e15, "1,000 TB", "1.000 TB", "1 000 To"],
  ];
  for (const [bytes, ...texts] of sizes) {
    it(`writes ${bytes} bytes by 1000, in the unit and with the signs of each language`, () => {
      assert.deepEqual(
        ["en", "de", "fr"].map((language) => plain(formatBytes(bytes, language))),
        texts,
      );
    });
  }

  it("writes counts with the signs of each language, also those that the service gives as text", () => {
    const counts = [0, 1234, "1234", "9007199254740993", -5];
    assert.deepEqual(
      counts.map((count) => formatCount(count, "en")),
      ["0", "1,234", "1,234", "9,007,199,254,740,993", "-5"],
    );
    assert.equal(formatCount(1234567, "de"), "1.234.567");
    assert.equal(plain(formatCount(1234567, "fr")), "1 234 567");
    assert.equal(formatCount("many", "en"), "many");
  });
});

import assert from "node:assert/strict";
import { expiryInYears, fingerprintOf, keyStateOf } from "../../../../src/features/data/pgp-key-model.ts";

/** Made by GnuPG 2.4, which names the fingerprint below. */
const armored = `-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEawdA1xYJKwYBBAHaRw8BAQdALphEKOZx9+auA+nElW5mmp8bvxhCFIalwQVZ
cGI3ZBq0BVdGRl9hiJAEExYIADgWIQS8MzJ/yGm3F8qC0aq3zl3xEqdV8gUCawdA
1wIbAwULCQgHAgYVCgkICwIEFgIDAQIeAQIXgAAKCRC3zl3xEqdV8m+QAP91XiPa
Vy0wkUx6ADw8CYr7Mgmj1sVKclEENTiihSyWlwD/YAADJAeO8rPchAHtLnlJoIoK
XFhSzEDRHMrC8GqgMA0=
=xX0T
-----END PGP PUBLIC KEY BLOCK-----
`;

describe("PGP keys", () => {
  it("have the fingerprint that gpg prints, also with headers and other line ends", () => {
    const expected = "BC33 327F C869 B717 CA82 D1AA B7CE 5DF1 12A7 55F2";
    assert.equal(fingerprintOf(armored), expected);
    assert.equal(fingerprintOf(armored.replace("\n\n", "\nComment: one\nVersion: two\n\n")), expected);
    assert.equal(fingerprintOf(armored.replaceAll("\n", "\r\n")), expected);
  });

  it("have no fingerprint where the text is no key or is cut", () => {
    for (const text of ["", "mDMEawdA", armored.replace("mDME", "AAAA"), armored.slice(0, 60)]) {
      assert.equal(fingerprintOf(text), undefined);
    }
  });

  it("expire with a warning 60 days ahead", () => {
    const now = Date.parse("2026-01-01T00:00:00Z");
    const stateOn = (expiryDate: string | undefined) => keyStateOf({ ...(expiryDate && { expiryDate }) }, now);
    assert.equal(stateOn("2026-03-03T00:00:00Z"), "valid");
    assert.equal(stateOn("2026-03-02T00:00:00Z"), "expiring");
    assert.equal(stateOn("2026-01-01T00:00:00Z"), "expired");
    assert.equal(stateOn(undefined), "unknown");
  });

  it("are asked for with an expiry that is within the years by any clock that is a little behind", () => {
    assert.equal(expiryInYears(10, Date.parse("2026-01-01T00:01:00Z")), "2036-01-01T00:00:00.000Z");
  });
});

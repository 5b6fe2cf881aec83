import assert from "node:assert/strict";
import { missingDiskReason } from "../../support/small-disk.ts";

describe("a test that needs a small disk", () => {
  const failure = "mount: permission denied";

  it("is left out with the reason off Linux, without root, and on a machine of one's own", () => {
    assert.match(
      missingDiskReason({ platform: "darwin", userId: 0, isCi: true }, failure),
      /on Linux only, not on darwin/,
    );
    assert.match(missingDiskReason({ platform: "win32", userId: undefined, isCi: true }, failure), /not on win32/);
    assert.match(missingDiskReason({ platform: "linux", userId: 1000, isCi: true }, failure), /takes root/);
    assert.match(
      missingDiskReason({ platform: "linux", userId: 0, isCi: false }, failure),
      /mounted: mount: permission/,
    );
  });

  it("fails under CI on Linux as root, where a disk that cannot be mounted would hide it", () => {
    assert.throws(
      () => missingDiskReason({ platform: "linux", userId: 0, isCi: true }, failure),
      /CI leaves out no test: mount: permission denied/,
    );
  });
});

import assert from "node:assert/strict";
import { TransferMeter } from "../../../../src/features/transfers/transfer-meter-model.ts";

describe("the pace of a transfer", () => {
  it("is unknown at first, then the mean of the last ten seconds with the time left", () => {
    const meter = new TransferMeter();
    assert.deepEqual(meter.measure(0, 1000, 0), {
      bytes: 0,
      totalBytes: 1000,
      bytesPerSecond: undefined,
      secondsLeft: undefined,
    });
    assert.equal(meter.measure(100, 1000, 100).bytesPerSecond, undefined);
    assert.deepEqual(meter.measure(200, 1000, 1000), {
      bytes: 200,
      totalBytes: 1000,
      bytesPerSecond: 200,
      secondsLeft: 4,
    });
    meter.measure(200, 1000, 11_000);
    assert.equal(meter.measure(200, 1000, 12_000).bytesPerSecond, 0);
    assert.equal(meter.measure(200, 1000, 12_000).secondsLeft, undefined);
  });

  it("begins anew when a part is sent again, and tells no time left without a total", () => {
    const meter = new TransferMeter();
    meter.measure(900, undefined, 0);
    assert.equal(meter.measure(100, undefined, 1000).bytesPerSecond, undefined);
    const { bytesPerSecond, secondsLeft } = meter.measure(600, undefined, 2000);
    assert.deepEqual([bytesPerSecond, secondsLeft], [500, undefined]);
  });
});

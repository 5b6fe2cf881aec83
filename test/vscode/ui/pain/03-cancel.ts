import assert from "node:assert/strict";
import { quickest } from "../quickest.ts";
import { cellsOf, rowCountOf } from "../shown-result.ts";
import { eventually, textOf } from "../workforce-window.ts";
import { type AnsweredWindow, pressUntil } from "./answered-window.ts";
import { WideBody } from "./bodies.ts";

const title = "Cancelled";
const mostMs = 500;

export function cancel(current: () => AnsweredWindow): void {
  describe("3. Cancel", () => {
    before(() => current().openQuery(title));
    afterEach(() => {
      current().host.fault = "none";
    });

    it("answers within 500 ms before the first row, and the server stops too", async () => {
      const { host } = current();
      host.fault = "hold";
      const tookMs = await quickest(mostMs, async () => {
        const { queries, abandoned } = host;
        const frame = await current().run(title, "loading");
        await eventually(async () => assert.equal(host.queries, queries + 1));
        const pressedAtMs = Date.now();
        const pressedMs = await pressUntil(frame, "Cancel", "cancelled");
        await eventually(async () => assert.equal(host.abandoned, abandoned + 1));
        // By the test's own clock, so with the way into the page.
        return Math.max(pressedMs, (host.abandonedAtMs - pressedAtMs) / 2);
      });
      assert.ok(tookMs < mostMs, `${tookMs} ms`);
    });

    it("lets the editor run again at once", async () => {
      const frame = await current().run(title);
      assert.ok((await rowCountOf(frame)) > 0);
    });

    it("keeps the rows that came, and says that they are not all", async () => {
      const { host } = current();
      host.answerQuery = (outgoing) => new WideBody(20_000, 4_000).write(outgoing);
      const tookMs = await quickest(mostMs, async () => {
        const { abandoned } = host;
        const loading = await current().run(title, "loading");
        await cellsOf(loading, 1);
        const pressedMs = await pressUntil(loading, "Cancel", "cancelled");
        await eventually(async () => assert.equal(host.abandoned, abandoned + 1));
        return pressedMs;
      });
      assert.ok(tookMs < mostMs, `${tookMs} ms`);
      const frame = await current().window.results();
      assert.match(
        await textOf(frame.locator(".messages")),
        /The run was cancelled\. The rows received so far are kept\./,
      );
      const rows = await rowCountOf(frame);
      assert.ok(rows > 0 && rows <= 4_000, String(rows));
      assert.equal((await cellsOf(frame, 1))[1], "Name 0");
      assert.equal(await current().window.hasNotification(), false);
    });
  });
}

import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { refuse } from "../fault-server.ts";
import { eventually } from "../workforce-window.ts";
import type { AnsweredWindow } from "./answered-window.ts";

const title = "Expired";
const inFlight = 5;

export function expiredToken(current: () => AnsweredWindow): void {
  describe("4. A token that expires with five requests in flight", () => {
    it("is renewed once, and all five finish without a word", async () => {
      const { host, window } = current();
      await current().openQuery(title);
      const waiting: ServerResponse[] = [];
      host.answerQuery = (outgoing) => {
        if (waiting.length === inFlight) {
          return undefined;
        }
        waiting.push(outgoing);
        if (waiting.length === inFlight) {
          for (const each of waiting) {
            refuse(each, "The token has expired.");
          }
        }
        return Promise.resolve();
      };
      const { signIns, queries } = host;
      const frame = await window.results();
      const done = frame.locator('.tab[data-state="done"]', { hasText: title });
      for (let run = 0; run < inFlight; run++) {
        await current().start();
      }
      await eventually(async () => assert.equal(await done.count(), inFlight));
      assert.equal(host.queries, queries + 2 * inFlight);
      assert.equal(host.signIns, signIns + 1);
      assert.equal(await window.hasNotification(), false);
    });
  });
}

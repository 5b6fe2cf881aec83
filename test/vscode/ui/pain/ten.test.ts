import { storyLimitMs } from "../workforce-window.ts";
import { anySize } from "./01-any-size.ts";
import { exactValues } from "./02-exact-values.ts";
import { cancel } from "./03-cancel.ts";
import { expiredToken } from "./04-expired-token.ts";
import { samePlace } from "./05-same-place.ts";
import { ownOrigin } from "./06-own-origin.ts";
import { exports } from "./07-exports.ts";
import { killedWorker } from "./08-killed-worker.ts";
import { keyboard } from "./09-keyboard.ts";
import { AnsweredWindow } from "./answered-window.ts";

/**
 * What users of others complained about for years, by its number; the tenth, behind a proxy, has a window of its own. The
 * fifth sorts the large result anew and is the last.
 */
describe("Ten tests from other people's pain", function () {
  this.timeout(storyLimitMs);
  let answered: AnsweredWindow | undefined;
  const current = () => {
    if (!answered) {
      throw new Error("The window did not open.");
    }
    return answered;
  };

  before(async () => {
    answered = await AnsweredWindow.open();
  });
  after(() => answered?.close());
  afterEach(() => {
    current().host.answerQuery = () => undefined;
  });

  anySize(current);
  exactValues(current);
  cancel(current);
  expiredToken(current);
  ownOrigin(current);
  exports(current);
  killedWorker(current);
  keyboard(current);
  samePlace(current);
});

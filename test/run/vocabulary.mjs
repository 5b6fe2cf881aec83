/**
 * Lets a file use `suite` and `test` or `describe` and `it`, with their hooks, in one tree. Mocha's own interfaces
 * keep a tree each, so that a hook of one would not run for a test of the other.
 *
 * @param {import("mocha")} mocha
 */
export function speakBoth(mocha) {
  mocha.ui("bdd");
  mocha.suite.on("pre-require", (context) => {
    context.suite = context.describe;
    context.test = context.it;
    context.suiteSetup = context.before;
    context.suiteTeardown = context.after;
    context.setup = context.beforeEach;
    context.teardown = context.afterEach;
  });
}

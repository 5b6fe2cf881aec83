import assert from "node:assert/strict";
import {
  askInTurn,
  type GoldenQuestion,
  judgeAnswer,
  readGoldenQuestions,
  type Verdict,
} from "../support/golden-questions.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

/** Questions of analysts, written from the model alone, over a real service with the sample that they were written for. */
suite("golden questions", function () {
  this.timeout(300_000);
  let test_: TestService;
  const judged = new Map<GoldenQuestion, Verdict>();

  suiteSetup(async () => {
    test_ = await startTestService({ people: 5_000, seed: 1 });
    for (const question of readGoldenQuestions()) {
      const answer = await askInTurn(test_, [...question.conversation, question.question]);
      judged.set(question, await judgeAnswer(test_, question, answer));
    }
  });
  suiteTeardown(() => test_.dispose());

  const withVerdict = (...verdicts: readonly Verdict[]) =>
    [...judged]
      .filter(([, verdict]) => verdicts.includes(verdict))
      .map(([{ id, question }, verdict]) => `${id} ${verdict}: ${question}`);

  test("at least nine of ten are answered right", () => {
    const right = withVerdict("right").length;
    assert.ok(judged.size >= 200);
    assert.ok(
      right >= 0.9 * judged.size,
      `${right} of ${judged.size} are right; not:\n${withVerdict("asks back", "wrong with a warning", "wrong").join("\n")}`,
    );
  });

  test("none is answered wrong without a warning", () => {
    assert.deepEqual(withVerdict("wrong"), []);
  });
});

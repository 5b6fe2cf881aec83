import assert from "node:assert/strict";
import { createNameMatcher, findPatternProblem } from "../../../../src/service/model/file-name-pattern.ts";

suite("patterns of file names", () => {
  test("may be those that sources are told by", () => {
    for (const pattern of [
      "^employee",
      "employee.*20\\d+",
      "^core_hr.*\\.csv$",
      "^employee([-_ ].*)?\\.csv$",
      "^(employee|staff|leavers)-\\d{4}-\\d{2}.*\\.(csv|zip)$",
      "^a.*_\\d+_?.+\\.csv$",
      "a".repeat(200),
    ]) {
      assert.equal(findPatternProblem(pattern), undefined, pattern);
    }
  });

  test("are refused where a name could take for ever", () => {
    for (const [pattern, problem] of [
      ["(", /is no regular expression/],
      ["a".repeat(201), /is longer than 200 characters/],
      ["^(a+)+$", /repeat no groups/],
      ["^(a|a){9}$", /repeat no groups/],
      ["(?=.*a)", /neither ahead nor back/],
      ["(a*)\\1", /neither ahead nor back/],
      ["^a*a*a*a*b", /use fewer of \*/],
      ["a*a*a*b", /Begin it with \^/],
      ["^a{1,9}a{2,}a*|b", /use fewer of .* \|/],
      [`^${"a?".repeat(50)}${"a".repeat(50)}$`, /use fewer of .* \?/],
      [`^${"(a|a)".repeat(30)}$`, /use fewer of .* \|/],
    ] as const) {
      assert.match(findPatternProblem(pattern) ?? "", problem, pattern);
    }
  });

  test("match names of the length that a file can have, in the case that is asked for", () => {
    assert.equal(createNameMatcher("^employee")("Employee.csv"), false);
    assert.equal(createNameMatcher("^employee", "i")("Employee.csv"), true);
    assert.equal(createNameMatcher("a.*")("a".repeat(255)), true);
    assert.equal(createNameMatcher("a.*")("a".repeat(256)), false);
  });
});

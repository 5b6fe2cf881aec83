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
      "^(hr|people)_.*_\\d+\\.(csv|zip)$",
      "^((hr|people)_|[(|*]|\\|)a*b*$",
      "^.*?_.*?_.*?\\.csv$",
      "^employee.*\\.(?:csv|zip)$",
      "a".repeat(200),
    ]) {
      assert.equal(findPatternProblem(pattern), undefined, pattern);
    }
  });

  test("are refused where a name could take for ever", () => {
    for (const [pattern, problem] of [
      ["(", /is not a valid regular expression/],
      ["a".repeat(201), /is longer than 200 characters/],
      ["^(a+)+$", /repeat no groups/],
      ["^(a|a){9}$", /repeat no groups/],
      ["(?=.*a)", /neither ahead nor back/],
      ["(?<!a)b", /neither ahead nor back/],
      ["(?<name>a)", /neither ahead nor back/],
      ["(?:a|b)+?", /repeat no groups/],
      ["(a*)\\1", /neither ahead nor back/],
      ["^a*a*a*a*b", /use fewer of \*/],
      ["^a*a*a*a{60}b", /use fewer of .* \{n\}/],
      ["^(a|b)c*d*e*|f", /Begin it with \^/],
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

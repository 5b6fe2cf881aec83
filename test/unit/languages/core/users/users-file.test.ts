import assert from "node:assert/strict";
import { applyEdits } from "../../../../../src/languages/core/text/span.ts";
import { checkUsersFile } from "../../../../../src/languages/core/users/check-users.ts";
import { completeUsersFile } from "../../../../../src/languages/core/users/complete-users.ts";
import { userColumns } from "../../../../../src/languages/core/users/parse-users.ts";

/** The problems of a file, each as its code and the text that it is about. */
function problemsOf(text: string): readonly (readonly [string, string])[] {
  return checkUsersFile(text).problems.map(({ code, start, end }) => [code, text.slice(start, end)] as const);
}

/** The file after the first fix of its only problem. */
function fixed(text: string): string {
  const { problems } = checkUsersFile(text);
  assert.equal(problems.length, 1, JSON.stringify(problems));
  return applyEdits(text, problems[0]?.fixes?.[0]?.edits ?? []);
}

/** The suggestions at the `|` of a text. */
function suggestionsAt(marked: string): readonly string[] {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  return completeUsersFile(text, offset)?.suggestions.map((one) => one.text) ?? [];
}

describe("A users file", () => {
  it("has a user for each row, with quotes, line ends and empty lines of any editor", () => {
    const text = `\uFEFFUserName,displayName,profiles,accountEnabled\r\n\r\n"ada@example.com","Lovelace, ""Ada""\r\nCountess",Analyst; Viewer@2026-01-01/2027-01-01,\r\nbob@example.com,,,FALSE`;
    const { users, problems } = checkUsersFile(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      users.map(({ user, row }) => [row.line, user]),
      [
        [
          2,
          {
            username: "ada@example.com",
            displayName: 'Lovelace, "Ada"\r\nCountess',
            accountEnabled: "true",
            profileAssignments: [
              { profileId: "Analyst" },
              { profileId: "Viewer", validityStartTime: "2026-01-01", validityEndTime: "2027-01-01" },
            ],
          },
        ],
        [4, { username: "bob@example.com", displayName: "", accountEnabled: "false", profileAssignments: [] }],
      ],
    );
  });

  it("names what is wrong with its columns, and mends them", () => {
    assert.deepEqual(problemsOf("username,emial\n"), [["users.column.unknown", "emial"]]);
    assert.equal(fixed("username,emial\n"), "username,email\n");
    assert.deepEqual(problemsOf("username,email,Email\n"), [["users.column.duplicate", "Email"]]);
    assert.equal(fixed("email\n"), "username,email\n");
    assert.equal(fixed(""), `${userColumns.join(",")}\n`);
    assert.deepEqual(problemsOf("username;email\nada@example.com;\n"), [["users.header.separator", "username;email"]]);
  });

  it("names quotes that are not closed, and text behind one", () => {
    assert.deepEqual(problemsOf('username\n"ada@example.com\n'), [["users.quote.unclosed", '"ada@example.com\n']]);
    assert.deepEqual(problemsOf('username\n"ada@example.com" x\n'), [["users.quote.trailing", " x"]]);
  });

  it("names rows that have another width, and adds missing commas", () => {
    assert.deepEqual(problemsOf("username,email\nada@example.com,,\n"), [["users.row.width", "ada@example.com,,"]]);
    assert.equal(fixed("username,email,groups\nada@example.com\n"), "username,email,groups\nada@example.com,,\n");
  });

  it("names users without a name, twice, or with an address that is none", () => {
    assert.deepEqual(problemsOf("username,email\n,ada@example.com\n"), [
      ["users.username.missing", ",ada@example.com"],
    ]);
    assert.deepEqual(problemsOf("username\nada@example.com\nbob@example.com\nADA@example.com\n"), [
      ["users.username.duplicate", "ADA@example.com"],
    ]);
    assert.deepEqual(problemsOf("userId,username\n1,ada@example.com\n1,bob@example.com\n"), [
      ["users.id.duplicate", "1"],
    ]);
    assert.deepEqual(problemsOf("username,email\nada,ada@\n"), [
      ["users.username.address", "ada"],
      ["users.email.invalid", "ada@"],
    ]);
  });

  it("names accounts that are neither enabled nor disabled, and offers the likelier first", () => {
    assert.equal(
      fixed("username,accountEnabled\nada@example.com,yes\n"),
      "username,accountEnabled\nada@example.com,true\n",
    );
    assert.equal(
      fixed("username,accountEnabled\nada@example.com,no\n"),
      "username,accountEnabled\nada@example.com,false\n",
    );
  });

  it("names times of profiles that are none, or upside down", () => {
    const profile = (text: string) => `username,profiles\nada@example.com,${text}\n`;
    assert.deepEqual(problemsOf(profile("Analyst;Viewer@2026-13-01/")), [["users.time.invalid", "Viewer@2026-13-01/"]]);
    assert.deepEqual(problemsOf(profile("Viewer@2026-01-01")), [["users.time.form", "Viewer@2026-01-01"]]);
    assert.deepEqual(problemsOf(profile("@2026-01-01/")), [["users.profile.missing", "@2026-01-01/"]]);
    assert.equal(fixed(profile("Viewer@2027-01-01/2026-01-01")), profile("Viewer@2026-01-01/2027-01-01"));
    assert.deepEqual(problemsOf(profile("Viewer@2026-01-01T10:00:00+02:00/")), []);
  });

  it("asks about an id that only one row has and several nearly have", () => {
    const text = "username,profiles\na@x.org,Analyst\nb@x.org,Analyst\nc@x.org,Analist\nd@x.org,Viewer\n";
    assert.deepEqual(problemsOf(text), [["users.entry.rare", "Analist"]]);
    assert.equal(fixed(text), text.replace("Analist", "Analyst"));
  });

  it("completes columns, switches, and the ids of other rows with the most frequent first", () => {
    assert.deepEqual(
      suggestionsAt("username,gr|\n"),
      userColumns.filter((name) => name !== "username"),
    );
    assert.deepEqual(suggestionsAt("username,accountEnabled\na@x.org,|\n"), ["true", "false"]);
    const rows = "username,groups\na@x.org,HR\nb@x.org,HR;Pay\nc@x.org,";
    assert.deepEqual(suggestionsAt(`${rows}|\n`), ["HR", "Pay"]);
    assert.deepEqual(suggestionsAt(`${rows}HR;|\n`), ["Pay"]);
    assert.deepEqual(suggestionsAt("username,profiles\na@x.org,Viewer\nb@x.org,Viewer@20|\n"), []);
  });
});

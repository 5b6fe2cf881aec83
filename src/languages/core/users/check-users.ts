import { foldUserName, isDateOrInstant, isEmailAddress } from "../../../base/user-rules.ts";
import { findNearestNames, formatDidYouMean } from "../text/find-name.ts";
import { addFixes, type FixableProblem, type TextFix } from "../text/fix.ts";
import { createProblemFactory, type DiagnosticTemplates } from "../text/problem.ts";
import type { Span } from "../text/span.ts";
import {
  parseUsersTable,
  readUserColumns,
  splitEntries,
  type UserColumn,
  type UsersCell,
  type UsersRow,
  type UsersTable,
  userColumns,
} from "./parse-users.ts";

/** A profile of a user, with the time in which it is valid, as ISO 8601 instants or dates. */
interface AssignedProfile {
  readonly profileId: string;
  readonly validityStartTime?: string;
  readonly validityEndTime?: string;
}

/** A user as a file has it. A field of a column that the file leaves out is undefined; an empty value is an empty text. */
export interface FileUser {
  readonly userId?: string;
  readonly username: string;
  readonly displayName?: string;
  readonly email?: string;
  readonly employeeId?: string;
  readonly accountEnabled?: "true" | "false";
  readonly profileAssignments?: readonly AssignedProfile[];
  readonly permissionIds?: readonly string[];
  readonly userGroupIds?: readonly string[];
}

/** A user with its row in the file. */
export interface UserInFile {
  readonly user: FileUser;
  readonly row: UsersRow;
}

interface CheckedUsersFile {
  /** Users of the rows that have a user name. */
  readonly users: readonly UserInFile[];
  /** Problems in text order. */
  readonly problems: readonly FixableProblem[];
}

const diagnostics = {
  "users.header.missing": {
    severity: "error",
    message: "The first line must name the columns, such as `username,displayName`.",
  },
  "users.header.separator": {
    severity: "error",
    message: "Columns are separated by commas, not by semicolons; save the file with commas.",
  },
  "users.column.unknown": { severity: "error", message: "A users file has no column `{name}`.{advice}" },
  "users.column.duplicate": {
    severity: "error",
    message: "The column `{name}` stands here a second time. Remove one of them.",
  },
  "users.column.username": { severity: "error", message: "The column `username` is missing. Each user needs a name." },
  "users.quote.unclosed": {
    severity: "error",
    message: "This quote is not closed. Close it, and double quotes inside a value.",
  },
  "users.quote.trailing": {
    severity: "error",
    message: "Text follows a closing quote. Double the quotes inside a value.",
  },
  "users.row.width": { severity: "error", message: "This row has {count} values, and the file {expected} columns." },
  "users.username.missing": { severity: "error", message: "The user has no username." },
  "users.username.address": {
    severity: "warning",
    message: "`{name}` is not an e-mail address, which services expect as a username.",
  },
  "users.username.duplicate": {
    severity: "error",
    message: "`{name}` is in line {line} already; letter case does not count.",
  },
  "users.id.duplicate": { severity: "error", message: "The userId `{name}` is in line {line} already." },
  "users.email.invalid": { severity: "error", message: "`{name}` is not an e-mail address." },
  "users.enabled.invalid": { severity: "error", message: "`{name}` is neither true nor false." },
  "users.profile.missing": { severity: "error", message: "Name the profile before the `@`." },
  "users.time.form": {
    severity: "error",
    message: "Write the time of a profile like `{profile}@2026-01-31/2027-01-31`; either end may be left out.",
  },
  "users.time.invalid": {
    severity: "error",
    message: "`{name}` is no date or time. Write it like 2026-01-31 or 2026-01-31T00:00:00Z.",
  },
  "users.time.order": { severity: "error", message: "The profile `{profile}` would end before it begins." },
  "users.entry.duplicate": { severity: "warning", message: "`{name}` is in this value already." },
  "users.entry.rare": { severity: "information", message: "Only this row has `{name}`.{advice}" },
} as const satisfies DiagnosticTemplates;
const problem = createProblemFactory(diagnostics);

/** Reads the users of a file and finds its problems. */
export function checkUsersFile(text: string): CheckedUsersFile {
  const table = parseUsersTable(text);
  const { header, rows } = table;
  const columns = readUserColumns(header);
  const problems: FixableProblem[] = [...checkHeader(text, table)];
  const users: UserInFile[] = [];
  for (const row of columns.has("username") ? rows : []) {
    problems.push(...checkWidth(row, header));
    const read = readUser(text, row, columns);
    problems.push(...read.problems);
    users.push({ user: read.user, row });
  }
  problems.push(...checkDuplicates(users, columns), ...checkRareEntries(text, rows, columns));
  problems.sort((one, other) => one.start - other.start || one.end - other.end);
  return { users: users.filter(({ user }) => user.username !== ""), problems };
}

function checkHeader(text: string, { header, unclosed, trailing }: UsersTable): FixableProblem[] {
  const found: FixableProblem[] = [
    ...(unclosed ? [problem("users.quote.unclosed", unclosed)] : []),
    ...trailing.map((span) => problem("users.quote.trailing", span)),
  ];
  if (!header) {
    const insert = {
      title: "Insert a header with all columns",
      edits: [{ start: 0, end: 0, text: `${userColumns.join(",")}\n` }],
    };
    return [...found, addFixes(problem("users.header.missing", { start: 0, end: text.length }), [insert])];
  }
  const [first] = header.cells;
  if (header.cells.length === 1 && first?.text.includes(";")) {
    return [...found, problem("users.header.separator", header)];
  }
  const seen = new Set<string>();
  for (const cell of header.cells) {
    const name = cell.text;
    const isKnown = userColumns.some((column) => column.toLowerCase() === name.toLowerCase());
    if (!isKnown) {
      const near = findNearestNames(userColumns, name);
      const unknown = problem("users.column.unknown", cell, {
        name,
        advice: formatDidYouMean(near) || ` It has ${userColumns.join(", ")}.`,
      });
      found.push(
        addFixes(
          unknown,
          near.map((column) => replacement(cell, column)),
        ),
      );
    } else if (seen.has(name.toLowerCase())) {
      found.push(problem("users.column.duplicate", cell, { name }));
    }
    seen.add(name.toLowerCase());
  }
  if (!seen.has("username") && !found.some(({ code }) => code === "users.column.unknown")) {
    const insert = {
      title: "Insert the column username",
      edits: [{ start: header.start, end: header.start, text: "username," }],
    };
    found.push(addFixes(problem("users.column.username", header), [insert]));
  }
  return found;
}

function checkWidth(row: UsersRow, header: UsersRow | undefined): FixableProblem[] {
  const [count, expected] = [row.cells.length, header?.cells.length ?? 0];
  if (count === expected) {
    return [];
  }
  const wrong = problem("users.row.width", row, { count: String(count), expected: String(expected) });
  const missing = expected - count;
  return missing > 0
    ? [
        addFixes(wrong, [
          { title: "Add the missing commas", edits: [{ start: row.end, end: row.end, text: ",".repeat(missing) }] },
        ]),
      ]
    : [wrong];
}

function readUser(
  source: string,
  row: UsersRow,
  columns: ReadonlyMap<UserColumn, number>,
): { readonly user: FileUser; readonly problems: readonly FixableProblem[] } {
  const problems: FixableProblem[] = [];
  const cellOf = (column: UserColumn): UsersCell | undefined => {
    const index = columns.get(column);
    return index === undefined ? undefined : (row.cells[index] ?? { start: row.end, end: row.end, text: "" });
  };
  const textOf = <Name extends UserColumn>(column: Name) => {
    const cell = cellOf(column);
    return cell && ({ [column]: cell.text } as Readonly<Record<Name, string>>);
  };
  const name = cellOf("username");
  const username = name?.text ?? "";
  if (name && username === "") {
    const hasSpan = name.end > name.start;
    problems.push(problem("users.username.missing", hasSpan ? name : row));
  } else if (name && !isEmailAddress(username)) {
    problems.push(problem("users.username.address", name, { name: username }));
  }
  const email = cellOf("email");
  if (email && email.text !== "" && !isEmailAddress(email.text)) {
    problems.push(problem("users.email.invalid", email, { name: email.text }));
  }
  const enabled = cellOf("accountEnabled");
  const enabledText = enabled?.text.toLowerCase() ?? "";
  if (enabled && !["", "true", "false"].includes(enabledText)) {
    const isNo = /^(0|no?|f|off|disabled|inactive|falsch|nein)$/.test(enabledText) || enabledText.startsWith("fa");
    const words = isNo ? ["false", "true"] : ["true", "false"];
    const wrong = problem("users.enabled.invalid", enabled, { name: enabled.text });
    problems.push(
      addFixes(
        wrong,
        words.map((word) => replacement(enabled, word)),
      ),
    );
  }
  const entriesOf = (column: UserColumn): readonly UsersCell[] | undefined => {
    const cell = cellOf(column);
    return cell && splitEntries(source, cell);
  };
  const [permissions, groups] = [entriesOf("permissions"), entriesOf("groups")];
  const profiles = entriesOf("profiles")?.map((entry) => ({ entry, ...readProfile(entry) }));
  problems.push(...(profiles ?? []).flatMap((profile) => profile.problems));
  for (const entries of [permissions, groups]) {
    problems.push(...checkRepeated(entries ?? []));
  }
  const { userId } = textOf("userId") ?? {};
  return {
    user: {
      ...(userId && { userId }),
      username,
      ...textOf("displayName"),
      ...textOf("email"),
      ...textOf("employeeId"),
      ...(enabled && { accountEnabled: enabledText === "false" ? "false" : "true" }),
      ...(profiles && { profileAssignments: profiles.map(({ assigned }) => assigned) }),
      ...(permissions && { permissionIds: textsOf(permissions) }),
      ...(groups && { userGroupIds: textsOf(groups) }),
    },
    problems,
  };
}

function textsOf(entries: readonly UsersCell[]): readonly string[] {
  return [...new Set(entries.map(({ text }) => text))];
}

function checkRepeated(entries: readonly UsersCell[]): FixableProblem[] {
  return entries
    .filter(({ text }, index) => entries.findIndex((other) => other.text === text) < index)
    .map((entry) => problem("users.entry.duplicate", entry, { name: entry.text }));
}

/** Reads a profile with its time, such as `Analyst@2026-01-31/2027-01-31`. */
function readProfile(entry: UsersCell): {
  readonly assigned: AssignedProfile;
  readonly problems: readonly FixableProblem[];
} {
  const at = entry.text.lastIndexOf("@");
  if (at < 0) {
    return { assigned: { profileId: entry.text }, problems: [] };
  }
  const profileId = entry.text.slice(0, at).trim();
  const validity = entry.text.slice(at + 1).trim();
  const [from = "", to = "", ...others] = validity.split("/").map((time) => time.trim());
  const problems: FixableProblem[] = [];
  if (profileId === "") {
    problems.push(problem("users.profile.missing", entry));
  }
  if (others.length > 0 || !validity.includes("/") || (from === "" && to === "")) {
    problems.push(problem("users.time.form", entry, { profile: profileId }));
  } else {
    const wrong = [from, to].filter((time) => time !== "" && !isDateOrInstant(time));
    problems.push(...wrong.map((name) => problem("users.time.invalid", entry, { name })));
    if (wrong.length === 0 && Date.parse(to) <= Date.parse(from)) {
      const swapped = replacement(entry, `${profileId}@${to}/${from}`);
      const isEmpty = Date.parse(to) === Date.parse(from);
      problems.push(addFixes(problem("users.time.order", entry, { profile: profileId }), isEmpty ? [] : [swapped]));
    }
  }
  return {
    assigned: {
      profileId,
      ...(from !== "" && { validityStartTime: from }),
      ...(to !== "" && { validityEndTime: to }),
    },
    problems,
  };
}

function checkDuplicates(users: readonly UserInFile[], columns: ReadonlyMap<UserColumn, number>): FixableProblem[] {
  const found: FixableProblem[] = [];
  const names = new Map<string, UsersRow>();
  const ids = new Map<string, UsersRow>();
  for (const { user, row } of users) {
    const { username, userId = "" } = user;
    const spanOf = (column: UserColumn) => row.cells[columns.get(column) ?? -1] ?? row;
    const sameName = names.get(foldUserName(username));
    const sameId = ids.get(userId);
    if (sameName && username !== "") {
      const values = { name: username, line: String(sameName.line + 1) };
      found.push(problem("users.username.duplicate", spanOf("username"), values));
    } else {
      names.set(foldUserName(username), row);
    }
    if (sameId && userId !== "") {
      found.push(problem("users.id.duplicate", spanOf("userId"), { name: userId, line: String(sameId.line + 1) }));
    } else {
      ids.set(userId, row);
    }
  }
  return found;
}

/** Columns whose values are lists of ids that several users share. */
export const idColumns = ["profiles", "permissions", "groups"] as const;

/** Returns the ids in a column of ids, with their places. A profile is without its time. */
export function idsOfColumn(
  source: string,
  rows: readonly UsersRow[],
  columns: ReadonlyMap<UserColumn, number>,
  column: (typeof idColumns)[number],
): readonly UsersCell[] {
  const index = columns.get(column) ?? -1;
  return rows.flatMap((row) => {
    const cell = row.cells[index];
    return (cell ? splitEntries(source, cell) : []).map((entry) => {
      const at = column === "profiles" ? entry.text.lastIndexOf("@") : -1;
      const text = at < 0 ? entry.text : entry.text.slice(0, at).trimEnd();
      return { start: entry.start, end: entry.start + text.length, text };
    });
  });
}

/** Finds ids that one row alone has, and that are nearly those of several others. */
function checkRareEntries(
  source: string,
  rows: readonly UsersRow[],
  columns: ReadonlyMap<UserColumn, number>,
): FixableProblem[] {
  return idColumns.flatMap((column) => {
    const ids = idsOfColumn(source, rows, columns, column);
    const counts = new Map<string, number>();
    for (const { text } of ids) {
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    const usual = [...counts].filter(([, count]) => count > 1).map(([id]) => id);
    return ids.flatMap((entry) => {
      const near = counts.get(entry.text) === 1 ? findNearestNames(usual, entry.text, 1) : [];
      const rare = { name: entry.text, advice: formatDidYouMean(near) };
      return near.length === 0
        ? []
        : [
            addFixes(
              problem("users.entry.rare", entry, rare),
              near.map((id) => replacement(entry, id)),
            ),
          ];
    });
  });
}

function replacement({ start, end }: Span, text: string): TextFix {
  return { title: `Change to ${text}`, edits: [{ start, end, text }] };
}

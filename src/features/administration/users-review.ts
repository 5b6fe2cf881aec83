import * as vscode from "vscode";
import type { ConnectionRole } from "../../base/connection-role.ts";
import { limits } from "../../contract/limits.ts";
import { formatCount, formatPlural } from "../../host/amounts.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import { joinReportLines } from "../../host/untrusted-text.ts";
import type { UserInFile } from "../../languages/core/users/check-users.ts";
import type { Review } from "../../protocol/review-view.ts";
import type { AppliedState } from "./applied-users.ts";
import type { AppliedUser, UsersPlan } from "./users-plan-model.ts";

/** Maximum number of users that the page lists by name in one list. */
const listedUsers = 500;

/** Id of the choice that sends the users again who are as they were applied. */
export const resendChoice = "resend";

/** Subject of the review page. */
interface ReviewedUsers {
  readonly fileName: string;
  readonly target: TenantTarget;
  readonly connection: { readonly label: string; readonly role: ConnectionRole };
  readonly plan: UsersPlan;
  readonly applied: AppliedState | undefined;
  /** Connection and tenant that the file was applied to last, if that was another one. */
  readonly elsewhere: string | undefined;
  /** Whether a user is the one who applies the file. */
  readonly isOwn: (user: AppliedUser) => boolean;
}

/** A list of the review whose facts lead to rows of the file. */
interface RowList {
  readonly title: string;
  readonly rows: readonly { readonly text: string; readonly entry: UserInFile }[];
}

/** Returns the review of a plan, with the rows that the links of its lists lead to. */
export function reviewUsers(reviewed: ReviewedUsers): {
  readonly review: Review;
  readonly markdown: string;
  readonly linesOf: (list: number, fact: number) => number;
} {
  const { fileName, target, connection, plan, isOwn } = reviewed;
  const lists = listsOf(plan);
  const removable = plan.removed.filter((one) => !isOwn(one));
  const again = {
    id: resendChoice,
    text: formatPlural(plan.unchanged.length, [
      vscode.l10n.t("1 user who is as it was applied"),
      vscode.l10n.t("{0} users who are as they were applied"),
    ]),
  };
  const choices = [
    { title: vscode.l10n.t("Remove"), choices: removable.map((one) => ({ id: one.user.username, text: nameOf(one) })) },
    { title: vscode.l10n.t("Send Again"), choices: plan.unchanged.length > 0 ? [again] : [] },
  ].filter((one) => one.choices.length > 0);
  const review: Review = {
    title: vscode.l10n.t("Users of {0}", fileName),
    place: `${connection.label} · ${target.tenant}`,
    role: connection.role,
    verdict: verdictOf(plan),
    isGood: true,
    warnings: warningsOf(reviewed),
    notes: notesOf(reviewed),
    totals: [],
    sections: [],
    lists: lists.map(({ title, rows }) => ({
      title,
      facts: [
        ...rows.slice(0, listedUsers).map(({ text, entry }) => ({
          text,
          links: [vscode.l10n.t("Line {0}", entry.row.line + 1)],
        })),
        ...(rows.length > listedUsers
          ? [{ text: vscode.l10n.t("And {0} more.", formatCount(rows.length - listedUsers)), links: [] }]
          : []),
      ],
    })),
    choices,
    question: {
      text: vscode.l10n.t("Apply the users to {0}?", target.tenant),
      confirm: vscode.l10n.t("Apply"),
      cancel: vscode.l10n.t("Cancel"),
      isCareful: connection.role === "production",
      isAwaited: true,
    },
  };
  const lines = lists.flatMap(({ title, rows }) => ["", `## ${title}`, "", ...rows.map(({ text }) => `- ${text}`)]);
  const notes = [...review.warnings, ...review.notes].map((line) => `- ${line}`);
  return {
    review,
    markdown: joinReportLines([`# ${review.title}`, "", review.place, "", review.verdict, "", ...notes, ...lines, ""]),
    linesOf: (list, fact) => lists[list]?.rows[fact]?.entry.row.line ?? 0,
  };
}

function listsOf({ added, changed, unknown }: UsersPlan): readonly RowList[] {
  const rowOf = (entry: UserInFile) => ({ text: nameOf(entry), entry });
  return [
    { title: vscode.l10n.t("Add"), rows: added.map(rowOf) },
    {
      title: vscode.l10n.t("Change"),
      rows: changed.map(({ entry, columns }) => ({ text: `${nameOf(entry)}: ${columns.join(", ")}`, entry })),
    },
    { title: vscode.l10n.t("Add or Change"), rows: unknown.map(rowOf) },
  ].filter(({ rows }) => rows.length > 0);
}

function nameOf({ user: { username, displayName = "" } }: Pick<AppliedUser, "user">): string {
  return displayName === "" ? username : `${username} (${displayName})`;
}

function verdictOf({ added, changed, removed, unchanged, unknown }: UsersPlan): string {
  if (unknown.length > 0) {
    return formatPlural(unknown.length, [
      vscode.l10n.t("1 user is sent: changed if it exists, otherwise added."),
      vscode.l10n.t("All {0} users are sent: those who exist are changed, the others are added."),
    ]);
  }
  return vscode.l10n.t(
    "{0} to add, {1} to change, {2} to remove if ticked, {3} unchanged.",
    formatCount(added.length),
    formatCount(changed.length),
    formatCount(removed.length),
    formatCount(unchanged.length),
  );
}

function warningsOf({ plan, elsewhere, target, isOwn }: ReviewedUsers): readonly string[] {
  const ownRemoved = plan.removed.find(isOwn);
  const ownDisabled = [...plan.added, ...plan.unknown, ...plan.changed.map(({ entry }) => entry)].find(
    (entry) => isOwn(entry) && entry.user.accountEnabled === "false",
  );
  return [
    ...(elsewhere === undefined
      ? []
      : [vscode.l10n.t("The file was last applied to {0}, and now goes to {1}.", elsewhere, target.tenant)]),
    ...(ownRemoved
      ? [
          vscode.l10n.t(
            "Your own account {0} is not in the file any more. It stays; another administrator can remove it.",
            ownRemoved.user.username,
          ),
        ]
      : []),
    ...(ownDisabled
      ? [vscode.l10n.t("The file disables your own account {0}. The service refuses that.", ownDisabled.user.username)]
      : []),
  ];
}

function notesOf({ plan, applied }: ReviewedUsers): readonly string[] {
  const size = limits.usersPerRequest.value;
  const sent = plan.added.length + plan.changed.length + plan.unknown.length;
  return [
    applied
      ? vscode.l10n.t("Compared with what this machine applied at {0}.", new Date(applied.appliedAt).toLocaleString())
      : vscode.l10n.t(
          "This machine has not applied the file to this tenant before, so nobody can be proposed for removal.",
        ),
    ...(sent > size ? [vscode.l10n.t("The users are sent in calls of at most {0}.", size)] : []),
    vscode.l10n.t("A service does not list its users: what others changed since is not seen here."),
  ];
}

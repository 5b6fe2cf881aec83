import { foldUserName } from "../../base/user-rules.ts";
import type { Client } from "../../client/call/client.ts";
import { limits } from "../../contract/limits.ts";
import type { BulkUsersRequest } from "../../contract/users.ts";
import type { FileUser, UserInFile } from "../../languages/core/users/check-users.ts";
import { type AppliedUser, inBatches, toAddedUser, toUpdatedUser } from "./users-plan-model.ts";

/** Users to send, by what is to be done with them. */
export interface UsersToSend {
  readonly add: readonly UserInFile[];
  /** Users to change, each with the id under which the service knows it, if it is known. */
  readonly update: readonly { readonly entry: UserInFile; readonly before?: AppliedUser | undefined }[];
  readonly remove: readonly AppliedUser[];
}

/** A user that the service refused. `entry` is undefined for a user that was to be removed. */
interface RefusedUser {
  readonly entry?: UserInFile;
  readonly username: string;
  readonly message: string;
}

/** Numbers of users that a run added, changed and removed, and those that the service refused. */
export interface SentUsers {
  added: number;
  changed: number;
  removed: number;
  readonly refused: RefusedUser[];
}

/** Called after each call of the service with what it has done, before the next one begins. */
type OnApplied = (put: readonly AppliedUser[], removed: readonly AppliedUser[]) => Promise<void>;

/** A user on its way to the service. */
interface Sending {
  readonly entry: UserInFile;
  readonly before?: AppliedUser | undefined;
  /** Refusal of the first operation that was tried. */
  readonly refusal?: Refusal;
}

interface Refusal {
  readonly message: string;
  readonly code: string;
}

/**
 * Changes, adds and removes users, at most 100 a call. A user who is to be changed and does not exist is added, and one
 * who is to be added and exists is changed: another machine may have applied the file. Counts in `sent` what was done.
 * Throws the error of a call that fails as a whole, and the reason of `signal`.
 */
export async function sendUsers(
  { add, update, remove }: UsersToSend,
  client: Client,
  onApplied: OnApplied,
  signal: AbortSignal,
  sent: SentUsers,
): Promise<void> {
  const run = new Run(client, onApplied, signal, sent);
  const notChanged = await run.update(update);
  const notAdded = await run.add(notChanged.filter(isMissing));
  const existing = await run.add(add.map((entry): Sending => ({ entry })));
  const refused = await run.update(existing);
  sent.refused.push(...[...notChanged.filter((one) => !isMissing(one)), ...notAdded, ...refused].map(toRefused));
  await run.remove(remove);
}

/** Whether a user who could not be changed may be one who has to be added. */
function isMissing({ entry, before, refusal }: Sending): boolean {
  return refusal?.code === "USER_UNKNOWN" || (before === undefined && entry.user.userId === undefined);
}

function toRefused({ entry, refusal }: Sending): RefusedUser {
  return { entry, username: entry.user.username, message: refusal?.message ?? "" };
}

class Run {
  readonly #client: Client;
  readonly #onApplied: OnApplied;
  readonly #signal: AbortSignal;
  readonly #sent: SentUsers;

  constructor(client: Client, onApplied: OnApplied, signal: AbortSignal, sent: SentUsers) {
    this.#client = client;
    this.#onApplied = onApplied;
    this.#signal = signal;
    this.#sent = sent;
  }

  /** Changes users. Returns those whom the service refused. */
  async update(users: readonly Sending[]): Promise<readonly Sending[]> {
    return await this.#put(users, "changed", async (batch) => {
      const body = bodyOf(batch.map(({ entry, before }) => toUpdatedUser(entry.user, before?.userId)));
      return await this.#client.updateUsers({ body }, { signal: this.#signal });
    });
  }

  /** Adds users. Returns those whom the service refused. */
  async add(users: readonly Sending[]): Promise<readonly Sending[]> {
    return await this.#put(users, "added", async (batch) => {
      const body = bodyOf(batch.map(({ entry }) => toAddedUser(entry.user)));
      return await this.#client.addUsers({ body }, { signal: this.#signal });
    });
  }

  async remove(users: readonly AppliedUser[]): Promise<void> {
    for (const batch of batchesOf(users)) {
      const body = bodyOf(batch.map(({ user, userId }) => ({ username: user.username, ...(userId && { userId }) })));
      const answer = await this.#client.deleteUsers({ body }, { signal: this.#signal });
      const refused = new Map<AppliedUser, Refusal>();
      for (const one of batch) {
        const refusal = refusalOf(answer, { userId: one.userId, username: one.user.username });
        // Who is gone already needs no removal.
        if (refusal && refusal.code !== "USER_UNKNOWN") {
          refused.set(one, refusal);
        }
      }
      const removed = batch.filter((one) => !refused.has(one));
      this.#sent.removed += removed.length;
      this.#sent.refused.push(...[...refused].map(([{ user }, { message }]) => ({ username: user.username, message })));
      await this.#onApplied([], removed);
    }
  }

  async #put(
    users: readonly Sending[],
    kind: "added" | "changed",
    call: (batch: readonly Sending[]) => Promise<UsersAnswer>,
  ): Promise<readonly Sending[]> {
    const refused: Sending[] = [];
    for (const batch of batchesOf(users)) {
      const answer = await call(batch);
      const applied: AppliedUser[] = [];
      for (const one of batch) {
        const { user } = one.entry;
        const sentId = kind === "changed" ? toUpdatedUser(user, one.before?.userId).userId : undefined;
        const refusal = refusalOf(answer, { userId: sentId, username: user.username });
        if (refusal) {
          refused.push({ ...one, refusal: moreInformative(one.refusal, refusal) });
        } else {
          applied.push({ user, userId: storedId(answer, user.username) ?? sentId });
        }
      }
      this.#sent[kind] += applied.length;
      await this.#onApplied(applied, []);
    }
    return refused;
  }
}

interface UsersAnswer {
  readonly successes?: readonly { readonly userId?: string; readonly username?: string }[];
  readonly failures?: readonly {
    readonly userId?: string;
    readonly userName?: string;
    readonly error?: { readonly message?: string; readonly rci?: string };
  }[];
}

function batchesOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return inBatches(items, limits.usersPerRequest.value);
}

/** Rights are open properties of the users of bulk operations. */
function bodyOf(users: readonly Partial<FileUser>[]): BulkUsersRequest {
  return { users: users.map((user) => ({ ...user })) };
}

function refusalOf(
  { failures = [] }: UsersAnswer,
  { userId, username }: { readonly userId: string | undefined; readonly username: string },
): Refusal | undefined {
  const found = failures.find((failure) =>
    failure.userName === undefined
      ? failure.userId === userId
      : foldUserName(failure.userName) === foldUserName(username),
  );
  return found && { message: found.error?.message ?? "", code: found.error?.rci ?? "" };
}

function storedId({ successes = [] }: UsersAnswer, name: string): string | undefined {
  return successes.find(({ username = "" }) => foldUserName(username) === foldUserName(name))?.userId;
}

/** Returns the more informative of two refusals: not the one that only says that the other operation is to be used. */
function moreInformative(first: Refusal | undefined, second: Refusal): Refusal {
  const isOther = ["USER_EXISTS", "USER_UNKNOWN"].includes(second.code);
  return first && isOther ? first : second;
}

import type { Clock } from "../../base/clock.ts";
import { TaskQueue } from "../../base/task-queue.ts";
import { foldUserName } from "../../base/user-rules.ts";
import { type Invitation, invitationsFileOf, readInvitations } from "../store/invitations-file.ts";
import { writePrivateFile } from "../store/settings-file.ts";
import type { TokenStore } from "../store/token-store.ts";
import type { User, UserRecord, UserStore } from "../store/user-store.ts";

/** Path of the page on which a user who was invited chooses a password. */
export const invitationPath = "/login/invitation";

/** Time in which an invitation can be taken; our choice. */
const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

interface InvitationsOptions {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly tokens: TokenStore;
  readonly users: UserStore;
}

/**
 * Invitations of users without a password to choose one. The links, which work once, are in `invitations.json` in the
 * data folder, which its owner alone can read and who hands them out.
 */
export class Invitations {
  readonly #options: InvitationsOptions;
  readonly #writes = new TaskQueue();
  /** Invitations are taken one after the other, so that of two who take one only the first sets the password. */
  readonly #takes = new TaskQueue();

  constructor(options: InvitationsOptions) {
    this.#options = options;
  }

  /** Invites those of the users who have no password and no invitation that can still be taken. */
  invite(users: readonly UserRecord[]): Promise<void> {
    const { tokens, users: store, clock } = this.#options;
    return this.#change(async (known) => {
      const invited = new Set(known.map(({ tenantCode, username }) => keyOf(tenantCode, username)));
      const added = users.filter(
        ({ userId, tenant, username }) => !store.hasPassword(userId) && !invited.has(keyOf(tenant, username)),
      );
      const grants = added.map(({ userId }) => ({ kind: "invitation" as const, userId, scope: "password" }));
      const issued = await tokens.issueAll(grants, lifetimeMs);
      const validUntil = new Date(clock.now() + lifetimeMs).toISOString();
      return [
        ...known,
        ...added.map(({ tenant: tenantCode, username }, index) => ({
          tenantCode,
          username,
          page: `${invitationPath}?token=${issued[index]}`,
          validUntil,
        })),
      ];
    });
  }

  /** Returns the enabled user whom an invitation is for, or undefined if it is unknown, taken or expired. */
  find(token: string): User | undefined {
    const { tokens, users } = this.#options;
    const grant = tokens.find("invitation", token);
    return grant && !users.hasPassword(grant.userId) ? users.byId(grant.userId) : undefined;
  }

  /**
   * Sets the password of the user whom an invitation is for, which ends it. Returns whether it could still be taken. An
   * invitation whose password could not be stored can be taken again.
   */
  take(token: string, password: string): Promise<boolean> {
    return this.#takes.run(async () => {
      const user = this.find(token);
      if (!user) {
        return false;
      }
      await this.#options.users.setPassword(user.userId, password);
      await this.#change(async (known) => known);
      return true;
    });
  }

  /** Changes the file. Leaves out who was removed, has a password by now or did not come in time. */
  #change(change: (known: readonly Invitation[]) => Promise<readonly Invitation[]>): Promise<void> {
    const { dataFolder, clock, users } = this.#options;
    return this.#writes.run(async () => {
      const read = await readInvitations(dataFolder);
      const known = read.filter(({ tenantCode, username, validUntil }) => {
        const user = users.record(tenantCode, username);
        return user && !users.hasPassword(user.userId) && Date.parse(validUntil) > clock.now();
      });
      const changed = await change(known);
      if (changed.length !== known.length || known.length !== read.length) {
        await writePrivateFile(invitationsFileOf(dataFolder), `${JSON.stringify(changed, null, 2)}\n`);
      }
    });
  }
}

function keyOf(tenantCode: string, username: string): string {
  return `${tenantCode} ${foldUserName(username)}`;
}

import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import { isStringArray } from "../../base/guards.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import { createSecret } from "./secrets.ts";

/** Feedback of a user about an answer of the assistant. */
interface AssistantFeedback {
  readonly tenant: string;
  readonly userId: string;
  /** Words of the question, by which it is recognized. */
  readonly words: string;
  /** Meanings that the answer had chosen among several. */
  readonly choices: readonly string[];
  readonly isApproved: boolean;
  readonly description: string;
}

/** Readings of a question that its asker has refused and approved. */
interface QuestionVerdicts {
  readonly refused: ReadonlySet<string>;
  readonly approved: ReadonlySet<string>;
  /** Whether an answer without a choice was refused last. */
  readonly isRefused: boolean;
}

/** Entries that are kept of each user, the newest ones; our choice: years of feedback, in a few hundred kilobytes. */
const defaultKeptPerUser = 1_000;

/** Stores what users say about answers of the assistant. Each user's counts for the user's own questions. */
export class AssistantFeedbackStore {
  readonly #platform: PlatformDatabase;
  readonly #clock: Clock;
  readonly #keptPerUser: number;

  constructor(platform: PlatformDatabase, clock: Clock, keptPerUser = defaultKeptPerUser) {
    this.#platform = platform;
    this.#clock = clock;
    this.#keptPerUser = keptPerUser;
  }

  async add({ tenant, userId, words, choices, isApproved, description }: AssistantFeedback): Promise<void> {
    await this.#platform.transaction(async (connection) => {
      await connection.run("INSERT INTO assistant_feedback VALUES (?, ?, ?, ?, ?, ?, ?, ?)", [
        randomUUID(),
        tenant,
        userId,
        words,
        JSON.stringify(choices),
        isApproved,
        description,
        BigInt(this.#clock.now()),
      ]);
      await connection.run(
        `DELETE FROM assistant_feedback WHERE id IN (
           SELECT id FROM assistant_feedback WHERE tenant = ? AND user_id = ? ORDER BY time DESC, rowid DESC OFFSET ?)`,
        [tenant, userId, this.#keptPerUser],
      );
    });
  }

  /** Returns what a user has said about a question. The last word about a reading counts. */
  async verdicts(tenant: string, userId: string, words: string): Promise<QuestionVerdicts> {
    const rows = await this.#platform.use((connection) =>
      connection.rows(
        "SELECT choices, is_approved FROM assistant_feedback WHERE tenant = ? AND user_id = ? AND words = ? ORDER BY time, id",
        [tenant, userId, words],
      ),
    );
    const refused = new Set<string>();
    const approved = new Set<string>();
    let isRefused = false;
    for (const row of rows) {
      const parsed: unknown = JSON.parse(String(row.choices));
      const choices = isStringArray(parsed) ? parsed : [];
      const isApproved = row.is_approved === true;
      isRefused = choices.length === 0 && !isApproved;
      for (const choice of choices) {
        (isApproved ? approved : refused).add(choice);
        (isApproved ? refused : approved).delete(choice);
      }
    }
    return { refused, approved, isRefused };
  }
}

/** Returns the key that signs the states of conversations. It is created on the first start and stored. */
export async function readOrCreateConversationKey(platform: PlatformDatabase): Promise<string> {
  return platform.transaction(async (connection) => {
    await connection.run("INSERT OR IGNORE INTO settings VALUES ('conversationKey', ?)", [createSecret()]);
    const [row] = await connection.rows("SELECT value FROM settings WHERE name = 'conversationKey'");
    return String(row?.value);
  });
}

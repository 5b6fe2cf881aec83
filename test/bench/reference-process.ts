import { Database } from "../../src/duckdb/database.ts";
import { Channel } from "../../src/protocol/channel.ts";
import type { ReferenceRequests } from "./reference-protocol.ts";

let database: Database | undefined;

function opened(): Database {
  if (!database) {
    throw new Error("Open a database first.");
  }
  return database;
}

const channel = new Channel<Record<never, never>, ReferenceRequests>({
  port: { post: (packet) => process.send?.(packet) },
  handlers: {
    async open({ path, ...options }) {
      database = await Database.open(path, options);
      return undefined;
    },
    run({ statements }) {
      return opened().use(async (connection) => {
        const startedMs = performance.now();
        for (const statement of statements) {
          await connection.run(statement);
        }
        return { elapsedMs: performance.now() - startedMs };
      });
    },
    rows({ sql }) {
      return opened().use(async (connection) => {
        const startedMs = performance.now();
        const rows = await connection.rows(sql);
        const elapsedMs = performance.now() - startedMs;
        return {
          elapsedMs,
          rows: rows.map((row) => Object.values(row).map((value) => (value === null ? null : String(value)))),
        };
      });
    },
    interrupt({ sql, delayMs }) {
      return opened().use(async (connection) => {
        const state = { interruptedMs: 0 };
        const stopping = new AbortController();
        const timer = setTimeout(() => {
          state.interruptedMs = performance.now();
          stopping.abort();
        }, delayMs);
        const isWhole = await connection.run(sql, [], stopping.signal).then(
          () => true,
          () => false,
        );
        clearTimeout(timer);
        return { elapsedMs: isWhole ? undefined : performance.now() - state.interruptedMs };
      });
    },
    async close() {
      database?.close();
      database = undefined;
      return undefined;
    },
  },
  describe: (error) => ({ code: "failed", message: error instanceof Error ? error.message : String(error) }),
});

process.on("message", (message) => channel.receive(message));
process.on("disconnect", () => process.exit());

/** Rows of the large result: `WORKFORCE_WIDE_COUNT=1000000 npm test -- --only ui pain/ten` asks for more. */
export const rowCount = Number(process.env.WORKFORCE_WIDE_COUNT ?? 100_000);

export const bigTitle = "Any size";

/** Long enough for what a large result takes on a slow machine. */
export const bigTimeoutMs = 300_000 + rowCount / 2;

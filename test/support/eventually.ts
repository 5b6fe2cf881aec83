import assert from "node:assert/strict";

/** The first value that is there, asked for again and again, so that it must be a value, not an assertion; `describe` says what there was instead. */
export async function eventually<Value extends NonNullable<unknown> | null>(
  ask: () => Promise<Value | undefined>,
  describe = () => "it did not come to pass",
): Promise<Value> {
  const end = Date.now() + 20_000;
  for (;;) {
    const value = await ask();
    if (value !== undefined) {
      return value;
    }
    assert.ok(Date.now() < end, `${describe()} (waited for 20 seconds)`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

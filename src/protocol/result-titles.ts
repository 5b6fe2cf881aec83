/** Title of a result and the time at which its run started. */
interface TitledRun {
  readonly origin: { readonly title: string };
  readonly startedAtMs: number;
}

/** Returns the titles of results in their order; equal titles are told apart by the time of their run, to the second where needed. */
export function distinctTitles(results: readonly TitledRun[], language: string): readonly string[] {
  const day = (ms: number) => new Date(ms).toDateString();
  const isOneDay = new Set(results.map(({ startedAtMs }) => day(startedAtMs))).size < 2;
  const date = isOneDay ? {} : ({ dateStyle: "short" } as const);
  const titled = (timeStyle: "short" | "medium") => {
    const format = new Intl.DateTimeFormat(language, { ...date, timeStyle });
    return results.map(({ origin, startedAtMs }) => `${origin.title} · ${format.format(startedAtMs)}`);
  };
  const [bare, byMinute, bySecond] = [results.map(({ origin }) => origin.title), titled("short"), titled("medium")];
  const isAlone = (titles: readonly string[], index: number) =>
    titles.indexOf(titles[index] ?? "") === titles.lastIndexOf(titles[index] ?? "");
  return results.map(
    (_, index) => ([bare, byMinute].find((titles) => isAlone(titles, index)) ?? bySecond)[index] ?? "",
  );
}

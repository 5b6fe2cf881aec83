import { SqlInFile } from "../../../src/features/composer/completion-model.ts";
import { textEditsOf } from "../../../src/features/composer/job-edits-model.ts";
import { readJobValue } from "../../../src/features/composer/job-value-model.ts";
import { type FileProblem, problemsByField } from "../../../src/features/composer/problems-model.ts";
import { Channel, type HandlersOf, type Packet } from "../../../src/protocol/channel.ts";
import {
  type ComposerSnapshot,
  composerGuards,
  type EventsToComposer,
  type Offer,
  type OfferKind,
  type RequestsFromComposer,
  type RequestsToComposer,
} from "../../../src/protocol/composer-view.ts";

type Nothing = Record<never, never>;

/** The extension behind a composer, with a file in memory that edits change as they change the editor's. */
export class FakeComposerHost {
  readonly channel: Channel<RequestsToComposer, RequestsFromComposer, EventsToComposer, Nothing>;
  /** What the page asked, in order. */
  readonly asked: { readonly name: string; readonly params: unknown }[] = [];
  offers: Partial<Record<OfferKind, readonly Offer[]>> = {};
  file: string | undefined;
  text: string;
  #version = 1;
  #problems: readonly FileProblem[] = [];

  constructor(text: string, post: (packet: Packet) => void) {
    this.text = text;
    const handlers: HandlersOf<RequestsFromComposer> = {
      ready: async () => ({ snapshot: this.#snapshot() }),
      edit: async ({ edit, version }) => {
        const edits = version === undefined || version === this.#version ? textEditsOf(this.text, edit) : undefined;
        if (edits) {
          this.change(
            edits
              .toSorted((one, other) => other.start - one.start)
              .reduce((now, { start, end, text: part }) => now.slice(0, start) + part + now.slice(end), this.text),
          );
        }
        return { isApplied: edits !== undefined };
      },
      offers: async ({ of }) => ({ offers: this.offers[of] ?? [] }),
      complete: async ({ path, offset }) => {
        const at = SqlInFile.find(this.text, path)?.toFileOffset(offset) ?? 0;
        const word = /\w*$/.exec(this.text.slice(0, at))?.[0] ?? "";
        const start = offset - word.length;
        const insert = "site_badge";
        return {
          offers: [{ label: insert, kind: "Class", insert, isSnippet: false, start, end: offset }],
          isIncomplete: false,
        };
      },
      chooseFile: async () => (this.file === undefined ? {} : { file: this.file }),
      openAsJson: async () => undefined,
    };
    const stored = Object.entries(handlers).map(([name, handle]) => [
      name,
      (params: unknown, signal: AbortSignal) => {
        this.asked.push({ name, params });
        if (!composerGuards[name as keyof RequestsFromComposer](params)) {
          throw new Error(`The parameters of the request "${name}" are malformed.`);
        }
        return (handle as (params: unknown, signal: AbortSignal) => Promise<unknown>)(params, signal);
      },
    ]);
    this.channel = new Channel({ port: { post }, handlers: Object.fromEntries(stored) });
  }

  /** The text becomes another one, as by typing in another tab or by undo. */
  change(text: string): void {
    this.text = text;
    this.#version++;
    this.channel.notify("snapshot", this.#snapshot());
  }

  /** What the checks say now, by the text that is underlined. */
  check(...problems: readonly (Omit<FileProblem, "start" | "end"> & { readonly at: string })[]): void {
    this.#problems = problems.map(({ at, ...rest }) => {
      const start = this.text.indexOf(at);
      return { ...rest, start, end: start + at.length };
    });
    this.channel.notify("snapshot", this.#snapshot());
  }

  #snapshot(): ComposerSnapshot {
    const job = readJobValue(this.text);
    return {
      version: this.#version,
      ...(job !== undefined && { job }),
      problems: problemsByField(this.text, this.#problems),
    };
  }
}

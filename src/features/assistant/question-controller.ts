import * as vscode from "vscode";
import type { Client, Session } from "../../client/call/client.ts";
import { type AvailabilityTarget, requireOperations } from "../../host/availability.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { showInformation, showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { disableIcons } from "../../host/untrusted-text.ts";
import type { ResultSink } from "../../protocol/result-sink.ts";
import { type AssistantAnswer, noticeOfAnswer, stepOfAnswer } from "./answer-text-model.ts";

/** Connection and tenant that questions are asked of. */
export interface QuestionTarget extends AvailabilityTarget {
  readonly connectionId: string;
  readonly tenant: string | undefined;
  session(): Promise<Session>;
  /** Returns the guard of small groups; undefined if the connection has none. */
  smallGroups(): Promise<unknown>;
}

export interface QuestionServices<Target extends QuestionTarget> {
  /** Keeps the last answer over a reload, so that the next question can go on with it. */
  readonly memory: vscode.Memento;
  readonly currentTarget: () => Target;
  /** Runs a text that contains exactly one statement on a target and writes its result to the given sink. */
  readonly runText: (text: string, target: Target, results: ResultSink, signal: AbortSignal) => Promise<unknown>;
  readonly results: ResultSink;
}

type ConversationState = AssistantAnswer["conversationState"];

/** Answer that a question can go on with. */
interface LastAnswer {
  /** Connection and tenant that gave it. */
  readonly target: string;
  /** The question, in the words of the service. */
  readonly question: string;
  readonly state: ConversationState;
}

const lastAnswerKey = "workforce.assistant.lastAnswer";

/** Asks the assistant, and shows what it answers. */
export class QuestionController<Target extends QuestionTarget> {
  readonly #services: QuestionServices<Target>;

  constructor(services: QuestionServices<Target>) {
    this.#services = services;
  }

  /** Asks for a question, or takes the given one, and shows the answer; then offers to go on with it. */
  async ask(given?: string): Promise<void> {
    await this.#ask(this.#services.currentTarget(), given);
  }

  /** Asks a question of one target, whatever is active, as the next one of a conversation with it if a state is given. */
  async #ask(target: Target, given?: string, continued?: ConversationState): Promise<void> {
    requireOperations(target, vscode.l10n.t("Asking a Question"), ["askQuestion"]);
    const { client } = await target.session();
    const last = continued ? undefined : this.#lastAnswer(target);
    const { question, state = continued } =
      given === undefined ? await chooseQuestion(client, last, continued !== undefined) : { question: given };
    const answer = await withProgress("notification", vscode.l10n.t("Asking: {0}", question), (signal) =>
      client.askQuestion(
        {
          body: {
            question,
            options: { includeData: true, dataFormat: "json", includeRewordedQuestion: true, includeSuggestions: true },
            ...(state && { conversationState: state }),
          },
        },
        { signal },
      ),
    );
    const step = stepOfAnswer(question, answer);
    switch (step.kind) {
      case "run":
        await this.#remember(target, answer.rewordedQuestion ?? question, answer.conversationState);
        await this.#show(
          target,
          step.query,
          noticeOfAnswer(answer, step.notes, (await target.smallGroups()) !== undefined),
          answer,
          client,
        );
        return;
      case "choose": {
        // Each shows about a hundred characters.
        const sentences = step.message.split(/(?<=[.?!])\s+/u);
        const reword = {
          label: vscode.l10n.t("Ask in Other Words..."),
          detail: disableIcons(sentences.slice(0, Math.max(1, sentences.length - 1)).join(" ")),
        };
        const picked = await vscode.window.showQuickPick<Partial<QuestionItem> & vscode.QuickPickItem>(
          [...(last && !state ? [goOnItem(question, last)] : []), ...step.questions.map(toItem), reword],
          { title: vscode.l10n.t("Ask a Question"), placeHolder: sentences.at(-1) ?? "", ignoreFocusOut: true },
        );
        if (picked) {
          // The service remembers what it offered, and what the question goes on from.
          await this.#ask(target, picked.question, picked.state ?? answer.conversationState ?? state);
        }
        return;
      }
      case "unread": {
        const again = vscode.l10n.t("Ask Again...");
        if ((await showWarning(step.message, again)) === again) {
          await this.#ask(target, undefined, answer.conversationState ?? state);
        }
      }
    }
  }

  /** Returns the last answer of the service and tenant that are asked now. */
  #lastAnswer(target: QuestionTarget): LastAnswer | undefined {
    const last = this.#services.memory.get<LastAnswer>(lastAnswerKey);
    return last?.target === keyOf(target) ? last : undefined;
  }

  async #remember(target: QuestionTarget, question: string, state: ConversationState): Promise<void> {
    const last: LastAnswer | undefined = state && { target: keyOf(target), question, state };
    await this.#services.memory.update(lastAnswerKey, last);
  }

  /** Runs the query of an answer, so that its values are in the grid, and offers what comes next. */
  async #show(target: Target, query: string, notice: string, answer: AssistantAnswer, client: Client): Promise<void> {
    const { runText, results } = this.#services;
    const answered: ResultSink = {
      begin: (origin, controls) => results.begin({ ...origin, answer: notice }, controls),
    };
    await withProgress("statusBar", vscode.l10n.t("Running the query of the answer"), (signal) =>
      runText(query, target, answered, signal),
    );
    const goOn = vscode.l10n.t("Go On...");
    const open = vscode.l10n.t("Open as Query");
    const right = vscode.l10n.t("👍 Right");
    const wrong = vscode.l10n.t("👎 Wrong");
    const { conversationState } = answer;
    const pressed = await showInformation(notice, goOn, open, right, wrong);
    if (pressed === open) {
      await vscode.window.showTextDocument(
        await vscode.workspace.openTextDocument({ language: "workforce-sqllike", content: query }),
      );
    } else if (pressed === goOn) {
      await this.#ask(target, undefined, conversationState ?? {});
    } else if (pressed === right || pressed === wrong) {
      await client.submitFeedback({
        body: { ...(conversationState && { conversation: { conversationState } }), isApproved: pressed === right },
      });
      void showInformation(
        pressed === right
          ? vscode.l10n.t("Thank you. The same words will be read the same way.")
          : vscode.l10n.t("Thank you. The same words will be read in another way. Ask again in other words."),
      );
    }
  }
}

interface Question {
  readonly question: string;
  /** State of the answer that the question goes on with. */
  readonly state?: ConversationState;
}

interface QuestionItem extends vscode.QuickPickItem, Question {}

function keyOf({ connectionId, tenant = "" }: QuestionTarget): string {
  return `${connectionId} ${tenant}`;
}

function toItem(question: string): QuestionItem {
  return { label: disableIcons(question), question };
}

/** Item that asks a question as the next one after an answer. */
function goOnItem(question: string, { question: before, state }: LastAnswer): QuestionItem {
  return {
    ...toItem(question),
    description: disableIcons(vscode.l10n.t("goes on with: {0}", before)),
    iconPath: new vscode.ThemeIcon("reply"),
    alwaysShow: true,
    state,
  };
}

/**
 * Asks for a question: typed, by itself or as the next one after the last answer, or one of the service's sample questions. Throws
 * CancelledError on Escape.
 */
async function chooseQuestion(client: Client, last: LastAnswer | undefined, isContinued: boolean): Promise<Question> {
  const input = vscode.window.createQuickPick<QuestionItem>();
  input.title = isContinued ? vscode.l10n.t("Go On with the Answer") : vscode.l10n.t("Ask a Question");
  input.placeholder = isContinued
    ? vscode.l10n.t("Such as: and by gender? only EMEA, in 2024, who are they?")
    : vscode.l10n.t("Such as: headcount by function over the last 12 months");
  // What is typed is not lost when an editor or a panel takes the focus.
  input.ignoreFocusOut = true;
  let samples: readonly QuestionItem[] = [];
  const offer = () => {
    const typed = input.value.trim();
    const own =
      typed === ""
        ? []
        : [{ ...toItem(typed), alwaysShow: true, iconPath: new vscode.ThemeIcon("comment-discussion") }];
    input.items = [...own, ...(last && typed !== "" ? [goOnItem(typed, last)] : []), ...samples];
  };
  input.onDidChangeValue(offer);
  if (!isContinued) {
    input.busy = true;
    client.listSampleQuestionsV2({}).then(
      ({ questions = [] }) => {
        samples = questions.flatMap(({ question, categoryId = "" }) =>
          question ? [{ ...toItem(question), description: categoryId }] : [],
        );
        input.busy = false;
        offer();
      },
      // Whoever types a question needs no samples; what is wrong with the service is said by its answer.
      () => {
        input.busy = false;
      },
    );
  }
  return await new Promise<Question>((resolve, reject) => {
    input.onDidAccept(() => {
      const { question, state } = input.activeItems[0] ?? { question: input.value.trim() };
      if (question !== "") {
        resolve({ question, ...(state && { state }) });
        input.hide();
      }
    });
    input.onDidHide(() => {
      input.dispose();
      reject(new CancelledError());
    });
    input.show();
  });
}

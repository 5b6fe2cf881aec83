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
interface QuestionTarget extends AvailabilityTarget {
  readonly tenant: string | undefined;
  session(): Promise<Session>;
  /** Returns the guard of small groups; undefined if the connection has none. */
  smallGroups(): Promise<unknown>;
}

export interface QuestionServices {
  readonly currentTarget: () => QuestionTarget;
  /** Runs a text that contains exactly one statement on the active target and writes its result to the given sink. */
  readonly runText: (text: string, results: ResultSink, signal: AbortSignal) => Promise<unknown>;
  readonly results: ResultSink;
}

type ConversationState = AssistantAnswer["conversationState"];

/** Asks the assistant, and shows what it answers. */
export class QuestionController {
  readonly #services: QuestionServices;

  constructor(services: QuestionServices) {
    this.#services = services;
  }

  /** Asks for a question, or takes the given one, and shows the answer; then offers to go on with it. */
  async ask(given?: string, state?: ConversationState): Promise<void> {
    const target = this.#services.currentTarget();
    requireOperations(target, vscode.l10n.t("Asking a Question"), ["askQuestion"]);
    const { client } = await target.session();
    const question = given ?? (await chooseQuestion(client, state !== undefined));
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
        await this.#show(
          step.query,
          noticeOfAnswer(answer, step.notes, (await target.smallGroups()) !== undefined),
          answer,
          client,
        );
        return;
      case "choose": {
        const picked = await vscode.window.showQuickPick(step.questions.map(toItem), {
          title: vscode.l10n.t("Ask a Question"),
          placeHolder: step.message,
          ignoreFocusOut: true,
        });
        if (picked) {
          // The service remembers what it offered, and what the question goes on from.
          await this.ask(picked.question, answer.conversationState ?? state);
        }
        return;
      }
      case "unread": {
        const again = vscode.l10n.t("Ask Again...");
        if ((await showWarning(step.message, again)) === again) {
          await this.ask(undefined, answer.conversationState ?? state);
        }
      }
    }
  }

  /** Runs the query of an answer, so that its values are in the grid, and offers what comes next. */
  async #show(query: string, notice: string, answer: AssistantAnswer, client: Client): Promise<void> {
    const { runText, results } = this.#services;
    const answered: ResultSink = {
      begin: (origin, controls) => results.begin({ ...origin, answer: notice }, controls),
    };
    await withProgress("statusBar", vscode.l10n.t("Running the query of the answer"), (signal) =>
      runText(query, answered, signal),
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
      await this.ask(undefined, conversationState ?? {});
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

interface QuestionItem extends vscode.QuickPickItem {
  readonly question: string;
}

function toItem(question: string): QuestionItem {
  return { label: disableIcons(question), question };
}

/** Asks for a question: typed, or one of the service's sample questions. Throws CancelledError on Escape. */
async function chooseQuestion(client: Client, isContinued: boolean): Promise<string> {
  const input = vscode.window.createQuickPick<QuestionItem>();
  input.title = isContinued ? vscode.l10n.t("Go On with the Answer") : vscode.l10n.t("Ask a Question");
  input.placeholder = isContinued
    ? vscode.l10n.t("Such as: and by gender? only EMEA, in 2024, who are they?")
    : vscode.l10n.t("Such as: headcount by function over the last 12 months");
  let samples: readonly QuestionItem[] = [];
  const offer = () => {
    const typed = input.value.trim();
    const own =
      typed === ""
        ? []
        : [{ ...toItem(typed), alwaysShow: true, iconPath: new vscode.ThemeIcon("comment-discussion") }];
    input.items = [...own, ...samples];
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
  return await new Promise<string>((resolve, reject) => {
    input.onDidAccept(() => {
      const question = input.activeItems[0]?.question ?? input.value.trim();
      if (question !== "") {
        resolve(question);
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

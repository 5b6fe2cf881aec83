import { fillText } from "../../protocol/fill-text.ts";
import type { AnswerDelivery, OperationForm } from "../../protocol/operation-form.ts";
import type { CallProgress } from "../../protocol/operations-view.ts";
import { element, icon } from "../element.ts";
import type { PageContext } from "./page-context.ts";

interface SendActions {
  send(): void;
  cancel(): void;
}

/** Bar with the options for the response, the Send button, and the progress of the running call. */
export class SendBar {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #form: OperationForm;
  readonly #accept: HTMLSelectElement;
  readonly #bodyType: HTMLSelectElement;
  readonly #delivery = element("select", { class: "select", id: "delivery" });
  readonly #deliveryField: HTMLElement;
  readonly #send: HTMLButtonElement;
  readonly #cancel: HTMLButtonElement;
  readonly #refusal = element("p", { class: "message is-warning", role: "status", hidden: true });
  readonly #progress = element("span", { class: "progress", role: "status" });
  #startedAt = 0;
  #sofar: CallProgress | undefined;
  #timer = 0;

  constructor(context: PageContext, form: OperationForm, actions: SendActions) {
    const { strings } = context;
    this.#context = context;
    this.#form = form;
    const types = form.answers.map(({ contentType }) => element("option", { value: contentType }, contentType));
    this.#accept = element("select", { class: "select", id: "accept" }, ...types);
    this.#accept.addEventListener("change", () => this.#offerDeliveries());
    const { bodyType = "", jsonForm } = form;
    this.#bodyType = element(
      "select",
      { class: "select", id: "body-type" },
      element("option", { value: "" }, bodyType),
    );
    const bodyField = labelled("body-type", strings.bodyAs, this.#bodyType);
    bodyField.hidden = jsonForm === undefined;
    if (jsonForm) {
      const title = fillText(strings.bodyInField, jsonForm.type, jsonForm.field);
      this.#bodyType.append(element("option", { value: jsonForm.type }, title));
    }
    this.#send = element(
      "button",
      { type: "button", class: "button", title: strings.sendHint, "aria-keyshortcuts": "Control+Enter" },
      strings.send,
    );
    this.#send.addEventListener("click", () => actions.send());
    this.#cancel = element("button", { type: "button", class: "button is-secondary", hidden: true }, strings.cancel);
    this.#cancel.addEventListener("click", () => actions.cancel());
    this.#deliveryField = labelled("delivery", strings.deliverTo, this.#delivery);
    const acceptField = labelled("accept", strings.answerAs, this.#accept);
    acceptField.hidden = form.answers.length < 2;
    this.element = element(
      "div",
      { class: "send-bar" },
      this.#send,
      this.#refusal,
      this.#cancel,
      bodyField,
      acceptField,
      this.#deliveryField,
      this.#progress,
    );
    this.#offerDeliveries();
  }

  get accept(): string {
    return this.#accept.value;
  }

  /** Content type of the request body that the user chose. Undefined for the default of the operation. */
  get bodyType(): string | undefined {
    return this.#bodyType.value || undefined;
  }

  get delivery(): AnswerDelivery {
    return this.#delivery.value as AnswerDelivery;
  }

  get canSend(): boolean {
    return this.#refusal.textContent === "";
  }

  /** Shows a reason instead of the Send button. An empty text shows the button again. */
  showAvailability(unavailable: string): void {
    this.#refusal.textContent = unavailable;
    this.#refusal.hidden = unavailable === "";
    this.#send.hidden = unavailable !== "";
  }

  begin(): void {
    this.#startedAt = performance.now();
    this.#sofar = undefined;
    this.#setRunning(true);
    this.#tick();
    this.#timer = window.setInterval(() => this.#tick(), 1000);
  }

  show(progress: CallProgress): void {
    if (this.#timer !== 0) {
      this.#sofar = progress;
      this.#tick();
    }
  }

  end(): void {
    window.clearInterval(this.#timer);
    this.#timer = 0;
    this.#setRunning(false);
    this.#showProgress("");
  }

  #setRunning(isRunning: boolean): void {
    const hadFocus = document.activeElement === (isRunning ? this.#send : this.#cancel);
    this.#send.disabled = isRunning;
    this.#cancel.hidden = !isRunning;
    if (hadFocus) {
      (isRunning ? this.#cancel : this.#send).focus();
    }
  }

  #waiting(): string {
    const { strings, amounts } = this.#context;
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
    return fillText(strings.sending, amounts.duration(seconds * 1000));
  }

  #tick(): void {
    const transfer = this.#sofar ? transferText(this.#context, this.#sofar) : [];
    this.#showProgress([this.#waiting(), ...transfer].join(" · "));
  }

  #showProgress(text: string): void {
    this.#progress.replaceChildren(...(text === "" ? [] : [icon("loading"), ` ${text}`]));
  }

  #offerDeliveries(): void {
    const { strings } = this.#context;
    const titles = { show: strings.deliverShow, results: strings.deliverResults, file: strings.deliverFile };
    const choice = this.#form.answers.find(({ contentType }) => contentType === this.#accept.value);
    const deliveries = choice?.deliveries ?? ["show"];
    this.#delivery.replaceChildren(
      ...deliveries.map((delivery) => element("option", { value: delivery }, titles[delivery])),
    );
    this.#deliveryField.hidden = deliveries.length < 2 && deliveries[0] === "show";
  }
}

function labelled(id: string, label: string, control: HTMLElement): HTMLElement {
  return element("span", { class: "inline-field" }, element("label", { for: id }, label), control);
}

/** Describes the transfer of the running call in parts: amount, speed and time left. */
function transferText({ strings, amounts }: PageContext, progress: CallProgress): readonly string[] {
  const { sentBytes, totalSentBytes, receivedBytes, totalReceivedBytes, bytesPerSecond } = progress;
  const amount = (bytes: number, total: number | undefined, some: string, of: string) =>
    total === undefined
      ? fillText(some, amounts.bytes(bytes))
      : fillText(of, amounts.bytes(bytes), amounts.bytes(total));
  const parts = [
    ...(sentBytes > 0 ? [amount(sentBytes, totalSentBytes, strings.sent, strings.sentOf)] : []),
    ...(receivedBytes > 0 ? [amount(receivedBytes, totalReceivedBytes, strings.received, strings.receivedOf)] : []),
  ];
  const [bytes, total] = receivedBytes > 0 ? [receivedBytes, totalReceivedBytes] : [sentBytes, totalSentBytes];
  if (bytesPerSecond === 0 || bytes === total) {
    return parts;
  }
  const speed = fillText(strings.perSecond, amounts.bytes(bytesPerSecond));
  const leftMs = total === undefined ? undefined : Math.ceil((total - bytes) / bytesPerSecond) * 1000;
  const left = leftMs === undefined ? [] : [fillText(strings.left, amounts.duration(leftMs))];
  return [...parts, speed, ...left];
}

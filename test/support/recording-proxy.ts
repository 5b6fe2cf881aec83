import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

const secretFields = ["password", "client_secret", "code", "code_verifier", "assertion", "asid_token", "refresh_token"];
const tokenFields = ["access_token", "refresh_token", "id_token"];

/** Stands between a client and a service, and writes down the addresses and every secret that goes either way. */
export class RecordingProxy {
  readonly urls: string[] = [];
  readonly secrets = new Set<string>();
  readonly #server = createServer((incoming, outgoing) => {
    const target = new URL(incoming.url ?? "/", this.#target);
    this.urls.push(incoming.url ?? "");
    this.#noteHeaders(incoming.headers);
    const sent: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => sent.push(chunk));
    incoming.on("end", () => {
      const body = Buffer.concat(sent);
      this.#noteForm(body.toString("utf8"));
      const onward = request(target, { method: incoming.method, headers: { ...incoming.headers, host: target.host } });
      onward.on("response", (answer) => {
        const received: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => received.push(chunk));
        answer.on("end", () => {
          const text = Buffer.concat(received).toString("utf8");
          this.#noteAnswer(incoming.url ?? "", text);
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(text);
        });
      });
      onward.on("error", () => outgoing.destroy());
      onward.end(body);
    });
  });
  readonly #target: string;

  private constructor(target: string) {
    this.#target = target;
  }

  static async start(target: string): Promise<RecordingProxy> {
    const proxy = new RecordingProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #noteHeaders(headers: Readonly<Record<string, string | readonly string[] | undefined>>): void {
    this.#note(String(headers.apikey ?? ""));
    this.#note(String(headers.authorization ?? "").replace(/^\w+ /, ""));
    for (const pair of String(headers.cookie ?? "").split(";")) {
      this.#note(pair.slice(pair.indexOf("=") + 1).trim());
    }
  }

  #noteForm(body: string): void {
    const form = new URLSearchParams(body);
    for (const name of secretFields) {
      this.#note(form.get(name) ?? "");
    }
  }

  #noteAnswer(url: string, text: string): void {
    if (/serviceSecureToken|serviceImpersonationToken/.test(url)) {
      this.#note(text.trim());
    }
    if (text.startsWith("{")) {
      const fields: Readonly<Record<string, unknown>> = JSON.parse(text);
      for (const name of tokenFields) {
        this.#note(String(fields[name] ?? ""));
      }
    }
  }

  /** Short words are no secrets, but stand everywhere. */
  #note(secret: string): void {
    if (secret.length >= 8 && !secret.startsWith("{")) {
      this.secrets.add(secret);
    }
  }
}

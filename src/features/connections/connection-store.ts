import type * as vscode from "vscode";
import { EventSource } from "../../base/event.ts";
import {
  type Connection,
  type ConnectionSecrets,
  localConnection,
  readConnections,
  type Target,
} from "./connection-model.ts";

const connectionsKey = "workforce.connections";
const targetKey = "workforce.target";

/** Keeps the connections in the extension's global state and their secrets in SecretStorage only. */
export class ConnectionStore implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #workspaceState: vscode.Memento;
  readonly #secrets: vscode.SecretStorage;
  readonly #isLocalOffered: () => boolean;
  readonly #changed = new EventSource<void>();
  /** The list or the target changed. */
  readonly onDidChange = this.#changed.event;
  readonly #edited = new EventSource<string>();
  /** A connection was saved or removed; gives its id. */
  readonly onDidEdit = this.#edited.event;

  constructor(
    context: Pick<vscode.ExtensionContext, "globalState" | "workspaceState" | "secrets">,
    isLocalOffered: () => boolean = () => true,
  ) {
    this.#isLocalOffered = isLocalOffered;
    this.#state = context.globalState;
    this.#workspaceState = context.workspaceState;
    this.#secrets = context.secrets;
  }

  /** The local connection first; it is there without any set-up, unless a machine's settings leave it out. */
  list(): readonly Connection[] {
    const remote = readConnections(this.#state.get(connectionsKey));
    return this.#isLocalOffered() ? [localConnection, ...remote] : remote;
  }

  /** For when what is offered may have changed. */
  refresh(): void {
    this.#changed.fire();
  }

  find(id: string): Connection | undefined {
    return this.list().find((connection) => connection.id === id);
  }

  /** Where calls go now; the first connection until another one is chosen. Each window has its own. */
  get target(): Target {
    const target = this.#workspaceState.get<Target>(targetKey);
    return target && this.find(target.connectionId)
      ? target
      : { connectionId: this.list()[0]?.id ?? localConnection.id };
  }

  async setTarget(target: Target): Promise<void> {
    await this.#workspaceState.update(targetKey, target);
    this.#changed.fire();
  }

  async save(connection: Connection, secrets: ConnectionSecrets): Promise<void> {
    await this.#secrets.store(secretKey(connection.id), JSON.stringify(secrets));
    const others = readConnections(this.#state.get(connectionsKey)).filter(({ id }) => id !== connection.id);
    await this.#state.update(connectionsKey, [...others, connection]);
    this.#edited.fire(connection.id);
    this.#changed.fire();
  }

  async remove(id: string): Promise<void> {
    const others = readConnections(this.#state.get(connectionsKey)).filter((connection) => connection.id !== id);
    await this.#state.update(connectionsKey, others);
    await this.#secrets.delete(secretKey(id));
    this.#edited.fire(id);
    this.#changed.fire();
  }

  async secretsOf(id: string): Promise<ConnectionSecrets | undefined> {
    const stored = await this.#secrets.get(secretKey(id));
    return stored === undefined ? undefined : (JSON.parse(stored) as ConnectionSecrets);
  }

  dispose(): void {
    this.#changed.dispose();
    this.#edited.dispose();
  }
}

function secretKey(id: string): string {
  return `workforce.connection.${id}`;
}

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { Accounts } from "../../../src/features/connections/accounts.ts";
import { BrowserSignIn, callbackPath } from "../../../src/features/connections/browser-sign-in.ts";
import type { Connection } from "../../../src/features/connections/connection-model.ts";
import { ConnectionService } from "../../../src/features/connections/connection-service.ts";
import { ConnectionStore } from "../../../src/features/connections/connection-store.ts";
import { LocalService } from "../../../src/features/connections/local-service.ts";
import { MovableClock } from "../../support/movable-clock.ts";
import { type AuthorizationServer, client, startAuthorizationServer } from "./authorization-server.ts";
import { memoryContext } from "./memory-context.ts";

const extensionId = "workforce.workforce-analytics";

/** A window of its own: its store, its browser, its service and its accounts. */
interface World {
  readonly server: AuthorizationServer;
  readonly context: ReturnType<typeof memoryContext>;
  readonly connection: Connection;
  readonly store: ConnectionStore;
  readonly service: ConnectionService;
  readonly accounts: Accounts;
  readonly browser: BrowserSignIn;
  readonly clock: MovableClock;
  /** Addresses that the browser was sent to. */
  readonly opened: string[];
  /** What the browser does with an address. */
  visit: (address: string) => Promise<void>;
  /** Hands VS Code's callback over, as a browser that was redirected there. */
  comeBack(address: URL): Promise<void>;
}

async function withWorld(test: (world: World) => Promise<void>): Promise<void> {
  const server = await startAuthorizationServer();
  const lockFolder = await mkdtemp(path.join(tmpdir(), "workforce-sign-in-"));
  const context = memoryContext();
  // Of a name of its own: a channel of the same name would end that of the extension with its own end.
  const log = vscode.window.createOutputChannel("Signing in, tested", { log: true });
  const clock = new MovableClock(0);
  const opened: string[] = [];
  const store = new ConnectionStore(context.context);
  const browser = new BrowserSignIn({
    log,
    extensionId,
    clock,
    open: async (address) => {
      opened.push(address);
      void world.visit(address);
      return true;
    },
  });
  const storage = vscode.Uri.file(lockFolder);
  const local = new LocalService({ log, extensionUri: storage, storageUri: storage });
  const service = new ConnectionService({ store, local, log, browser, secrets: context.context.secrets, lockFolder });
  const connection: Connection = {
    id: "one",
    label: "Acme",
    kind: "remote",
    host: server.server.url,
    vanityName: "",
    username: "",
    role: "development",
    signIn: {
      kind: "authorization-code",
      clientId: client.clientId,
      bypassesSingleSignOn: false,
      assertionFile: "",
    },
  };
  await store.save(connection, { apiKey: "key-7f3a", password: "", clientSecret: client.clientSecret });
  const accounts = new Accounts({
    log,
    store,
    connections: service,
    secrets: context.context.secrets,
    choose: async () => connection,
  });
  const comeBack = (address: URL) =>
    browser.handleUri(
      vscode.Uri.from({
        scheme: vscode.env.uriScheme,
        authority: extensionId,
        path: callbackPath,
        query: address.search.slice(1),
      }),
    );
  const world: World = {
    server,
    context,
    connection,
    store,
    service,
    accounts,
    browser,
    clock,
    opened,
    visit: async (address) => comeBack(await server.signInAt(address)),
    comeBack,
  };
  try {
    await test(world);
  } finally {
    vscode.Disposable.from(accounts, service, local, store, log).dispose();
    await server.server.close();
    await rm(lockFolder, { recursive: true, force: true });
  }
}

function tokenForms({ server }: World): URLSearchParams[] {
  const requests = server.server.received.filter(({ url }) => url === "/v1/auth/oauth2/token");
  return requests.map(({ body }) => new URLSearchParams(body));
}

suite("Signing in through the browser", () => {
  test("ends with the callback that belongs to it, and tokens in the secret storage alone", async () => {
    await withWorld(async (world) => {
      assert.deepEqual(await world.service.signIn("one"), [{ code: "WFF_acme", displayName: "WFF_acme" }]);
      assert.deepEqual(
        tokenForms(world).map((form) => form.get("grant_type")),
        ["authorization_code"],
      );
      const { context, opened } = world;
      assert.match(context.kept(), /refresh-1/);
      const settings = JSON.stringify(vscode.workspace.getConfiguration("workforce"));
      for (const text of [context.states(), settings, ...opened]) {
        assert.doesNotMatch(text, /client-secret|jwt-1|refresh-1|code-1|key-7f3a/);
      }
    });
  });

  test("does not open the browser for who did not ask", async () => {
    await withWorld(async ({ service, opened }) => {
      await assert.rejects(service.tenants("one"), /You are not signed in to "Acme".*Workforce: Sign In/);
      assert.equal(opened.length, 0);
    });
  });

  test("opens the browser once for all that wait", async () => {
    await withWorld(async (world) => {
      const [, ...others] = await Promise.all([
        world.service.signIn("one"),
        world.service.tenants("one"),
        world.service.sessionFor("one", "WFF_b").then(({ client: called }) => called.getUserMetadata()),
      ]);
      assert.equal(others.length, 2);
      assert.equal(world.opened.length, 1);
    });
  });

  test("waits on when a callback with another state arrives", async () => {
    await withWorld(async (world) => {
      const visit = world.visit;
      world.visit = async (address) => {
        const forged = new URL("x:/?code=stolen&state=guess");
        // The warning stays until somebody closes it.
        void world.comeBack(forged);
        await visit(address);
      };
      await world.service.signIn("one");
      assert.deepEqual(
        tokenForms(world).map((form) => form.get("code")),
        ["code-1"],
      );
    });
  });

  test("says so when the user says no in the browser", async () => {
    await withWorld(async (world) => {
      world.visit = async (address) => {
        const state = new URL(address).searchParams.get("state");
        await world.comeBack(new URL(`x:/?error=access_denied&state=${state}`));
      };
      await assert.rejects(world.service.signIn("one"), /cancelled in the browser/);
      assert.equal(tokenForms(world).length, 0);
    });
  });

  test("says so when nobody comes back in time", async () => {
    await withWorld(async (world) => {
      world.visit = () => world.clock.advance(5 * 60_000);
      await assert.rejects(world.service.signIn("one"), /The browser did not return within 5 minutes/);
    });
  });

  test("is not needed again when the token expires, nor after a reload", async () => {
    await withWorld(async (world) => {
      await world.service.signIn("one");
      world.server.expire();
      await Promise.all([1, 2, 3, 4, 5].map(() => world.service.tenants("one")));
      await world.store.save(
        { ...world.connection, label: "Renamed" },
        { apiKey: "key-7f3a", password: "", clientSecret: client.clientSecret },
      );
      await world.service.tenants("one");
      assert.deepEqual(
        tokenForms(world).map((form) => form.get("grant_type")),
        ["authorization_code", "refresh_token"],
      );
      assert.equal(world.opened.length, 1);
      assert.match(world.context.kept(), /refresh-2/);
      assert.doesNotMatch(world.context.kept(), /refresh-1/);
    });
  });
});

suite("The accounts", () => {
  test("are the connections that somebody is signed in to", async () => {
    await withWorld(async ({ accounts, context }) => {
      assert.deepEqual(await accounts.getSessions(undefined), []);
      const added = new Promise<readonly vscode.AuthenticationSession[]>((resolve) => {
        accounts.onDidChangeSessions((change) => change.added?.length && resolve(change.added));
      });
      const session = await accounts.createSession(["one"]);
      assert.deepEqual(session.account, { id: "one", label: "Acme" });
      assert.deepEqual(
        (await added).map(({ id }) => id),
        ["one"],
      );
      assert.deepEqual(await accounts.getSessions([]), [session]);
      assert.deepEqual(await accounts.getSessions(["other"]), []);
      assert.match(context.kept(), new RegExp(session.accessToken));
    });
  });

  test("end with a sign-out, which forgets the tokens and ends what is open", async () => {
    await withWorld(async ({ accounts, context, service, store, opened }) => {
      await accounts.createSession(["one"]);
      const { client: called } = await service.sessionFor("one");
      await called.getUserMetadata();
      const removed = new Promise<readonly vscode.AuthenticationSession[]>((resolve) => {
        accounts.onDidChangeSessions((change) => change.removed?.length && resolve(change.removed));
      });
      await accounts.removeSession("one");
      assert.deepEqual(
        (await removed).map(({ id }) => id),
        ["one"],
      );
      assert.doesNotMatch(context.kept(), /jwt-|refresh-/);
      await assert.rejects(called.getUserMetadata(), /You are not signed in to "Acme"/);
      await assert.rejects(service.tenants("one"), /You are not signed in to "Acme"/);
      assert.equal(opened.length, 1);
      await service.signIn("one");
      assert.equal(await store.isSignedIn(store.find("one") ?? assert.fail()), true);
      assert.equal(opened.length, 2);
    });
  });

  test("stay away when a renewal ends after the sign-out", async () => {
    await withWorld(async ({ accounts, context, service, server }) => {
      await accounts.createSession(["one"]);
      const { client: called } = await service.sessionFor("one");
      server.onTokenRequest = () => accounts.removeSession("one");
      server.expire();
      // A call that was under way may still get its answer.
      await called.getUserMetadata().catch(() => undefined);
      assert.doesNotMatch(context.kept(), /jwt-|refresh-/);
      await assert.rejects(called.getUserMetadata(), /You are not signed in to "Acme"/);
      assert.deepEqual(await accounts.getSessions(undefined), []);
    });
  });

  test("are offered by the extension to VS Code", async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
    assert.deepEqual(await vscode.authentication.getAccounts("workforce-analytics"), []);
  });
});

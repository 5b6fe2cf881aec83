import { createHash } from "node:crypto";
import type { AuthorizationRequest } from "./authorization-request.ts";

/**
 * Paths of the sign-in pages. `bypass` is the page for users who bypass the single sign-on of their tenant
 * (service-api, "OAuth 2.0 with OpenID Connect").
 */
export const signInPagePaths = { usual: "/login/auth", bypass: "/login/auth/admin" } as const;

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; place-items: center; min-height: 100vh; }
main { width: min(22rem, 100% - 2rem); }
h1 { font-size: 1.4rem; }
label { display: block; margin-top: 1rem; }
input { box-sizing: border-box; width: 100%; padding: .5rem; font: inherit; }
button { margin: 1.5rem .5rem 0 0; padding: .5rem 1.25rem; font: inherit; }
[role=alert] { padding: .5rem .75rem; border-inline-start: 4px solid #c33; }
`;
const styleHash = createHash("sha256").update(style).digest("base64");

interface SignInPage {
  readonly request: AuthorizationRequest;
  /** Display name of the tenant. */
  readonly tenantName: string;
  /** User name from the previous attempt. */
  readonly username?: string;
  /** Reason why the previous attempt failed. */
  readonly reason?: string;
}

/** Returns the HTML of the page that asks for user name and password. The form posts to the URL of the page. */
export function renderSignInPage({ request, tenantName, username = "", reason }: SignInPage): string {
  const alert = reason === undefined ? "" : `<p role="alert">${escapeHtml(reason)}</p>`;
  return renderPage(
    "Sign in to Workforce Analytics",
    `<h1>Sign in to ${escapeHtml(tenantName)}</h1>
<p>The application <strong>${escapeHtml(request.client.id)}</strong> asks to act on your behalf (${escapeHtml(request.scope)}).</p>
${alert}
<form method="post">
<label for="username">User name</label>
<input id="username" name="username" value="${escapeHtml(username)}" autocomplete="username" required autofocus>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button type="submit" name="decision" value="signIn">Sign in</button>
<button type="submit" name="decision" value="cancel" formnovalidate>Cancel</button>
</form>`,
  );
}

interface InvitationPage {
  /** The user whom the invitation is for. Undefined if it cannot be taken any more. */
  readonly username: string | undefined;
  /** Whether the password was set. */
  readonly isDone?: boolean;
  /** Reason why the previous attempt failed. */
  readonly reason?: string;
}

/** Returns the HTML of the page on which an invited user chooses a password. The form posts to the URL of the page. */
export function renderInvitationPage({ username, isDone = false, reason }: InvitationPage): string {
  const title = "Choose a password for Workforce Analytics";
  if (isDone) {
    return renderPage(title, "<h1>Your password is set</h1>\n<p>You can sign in now, and close this page.</p>");
  }
  if (username === undefined) {
    return renderPage(
      title,
      `<h1>This invitation has ended</h1>\n<p role="alert">It was taken, has expired or is not known. Ask an administrator for another one.</p>`,
    );
  }
  const alert = reason === undefined ? "" : `<p role="alert">${escapeHtml(reason)}</p>`;
  const field = (id: string, label: string) => `<label for="${id}">${label}</label>
<input id="${id}" name="${id}" type="password" autocomplete="new-password" minlength="${shortestPassword}" required>`;
  return renderPage(
    title,
    `<h1>Choose a password</h1>
<p>You sign in as <strong>${escapeHtml(username)}</strong>, with a password of ${shortestPassword} characters or more.</p>
${alert}
<form method="post">
${field("password", "Password")}
${field("again", "The same password again")}
<button type="submit">Set Password</button>
</form>`,
  );
}

/** Fewest characters of a password that a user chooses; our choice. */
export const shortestPassword = 12;

function renderPage(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
}

/**
 * Returns the HTTP headers of a page, whose form may redirect to `redirectUri`. They forbid scripts, external resources,
 * framing and caching.
 */
export function createSignInPageHeaders({ redirectUri }: { readonly redirectUri?: string }): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    // Browsers apply `form-action` also to the redirect that answers the form.
    `form-action 'self'${redirectUri === undefined ? "" : ` ${sourceOf(redirectUri)}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    // With no referrer at all, browsers would also hide the form's origin, which the check against forms of other sites
    // needs.
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
  };
}

function sourceOf(uri: string): string {
  const { protocol, host } = new URL(uri);
  // A policy cannot contain an IPv6 address.
  return /^https?:$/.test(protocol) && !host.startsWith("[") ? `${protocol}//${host}` : protocol;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

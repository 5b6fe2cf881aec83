/**
 * Paths of the sign-in pages. `bypass` is for scopes with `service:login:bypass_users`: users sign in here even if
 * their tenant has single sign-on (service-api, "OAuth 2.0 with OpenID Connect").
 */
export const loginPaths = { usual: "/login/auth", bypass: "/login/auth/admin" } as const;

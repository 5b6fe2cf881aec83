/**
 * Where users sign in: the second for scopes with `service:login:bypass_users`, by which users sign in here although
 * their tenant has single sign-on (service-api, "OAuth 2.0 with OpenID Connect").
 */
export const loginPaths = { usual: "/login/auth", bypass: "/login/auth/admin" } as const;

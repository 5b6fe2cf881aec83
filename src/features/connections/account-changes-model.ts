/** Properties of a signed-in account whose changes VS Code is notified of. */
interface Account {
  readonly id: string;
  readonly accessToken: string;
  readonly account: { readonly label: string };
}

interface Changes<Session> {
  readonly added: Session[];
  readonly removed: Session[];
  readonly changed: Session[];
}

/** Returns the added, removed and changed accounts between two lists. Undefined if nothing changed. */
export function accountChanges<Session extends Account>(
  before: readonly Session[],
  now: readonly Session[],
): Changes<Session> | undefined {
  const find = (sessions: readonly Session[], id: string) => sessions.find((session) => session.id === id);
  const added = now.filter(({ id }) => !find(before, id));
  const removed = before.filter(({ id }) => !find(now, id));
  const changed = now.filter((session) => {
    const earlier = find(before, session.id);
    return earlier && (earlier.accessToken !== session.accessToken || earlier.account.label !== session.account.label);
  });
  return added.length + removed.length + changed.length === 0 ? undefined : { added, removed, changed };
}

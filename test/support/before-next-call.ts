/** Makes the next call of a method wait for something before it begins. */
export function beforeNextCall<Name extends string>(
  target: Record<Name, (...values: never[]) => Promise<unknown>>,
  name: Name,
  work: () => Promise<unknown>,
): void {
  const own = target[name];
  target[name] = async (...values) => {
    target[name] = own;
    await work();
    return own.apply(target, values);
  };
}

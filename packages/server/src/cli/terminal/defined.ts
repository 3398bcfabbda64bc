/** Values without those that are undefined, such as of options that were not given. Pure. */
export function definedOf<T extends object>(
  values: {
    readonly [Name in keyof T]: T[Name] | undefined
  },
): T {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as T
}

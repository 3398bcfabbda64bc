/** Where a value stands in settings: names of settings, and positions in lists from 0. Empty for the settings as a whole. */
export type Path = readonly (string | number)[]

/** One fault of settings: where it is, and what to change. */
export interface Fault {
  readonly path: Path
  /**
   * Goes on from the name of the setting, such as `must be true or false`. Ends without a full stop. It never repeats a value:
   * it may be a secret.
   */
  readonly message: string
}

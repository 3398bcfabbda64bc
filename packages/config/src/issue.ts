/** The path of a value in settings: names of settings, and positions in lists from 0. Empty for the settings as a whole. */
export type Path = readonly (string | number)[]

/** One issue of settings: where it is, and what to change. */
export interface Issue {
  readonly path: Path
  /**
   * Forms a sentence with the name of the setting, such as `must be true or false`, without a full stop. It never contains a value,
   * because a value may be a secret.
   */
  readonly message: string
}

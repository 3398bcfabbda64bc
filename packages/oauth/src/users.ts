/** Accounts of the application, as far as sign-in needs them. */
export interface Users {
  /**
   * Finds the account that an identifier belongs to: usually an email address. Compare it exactly, or at most without
   * regard to the case of ASCII letters.
   *
   * @returns the account's identifier as `request.session.user` is to hold it; null or undefined when there is none
   * @example
   * find: async (email) => (await db.accounts.findByEmail(email))?.id
   */
  find(identifier: string): Promise<string | null | undefined>
}

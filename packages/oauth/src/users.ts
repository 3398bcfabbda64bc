/** The accounts of the application. */
export interface Users {
  /**
   * Finds the account of an identifier, which is usually an email address. Compare identifiers exactly; you may ignore only the case of
   * ASCII letters.
   *
   * @returns the id of the account for `request.session.user`; null or undefined if there is no such account
   * @example
   * find: async (email) => (await db.accounts.findByEmail(email))?.id
   */
  find(identifier: string): Promise<string | null | undefined>
}

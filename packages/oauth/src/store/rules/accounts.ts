/** Accounts of the application, for which clients act. Pure. */

/** The choice of all accounts of the person, also of those that come later. */
export const ALL_ACCOUNTS = '*'

/** Whether something is for one account, and for no other. */
export function isOneAccount(account: string | null | undefined): account is string {
  return account !== null && account !== undefined && account !== ALL_ACCOUNTS
}

/**
 * Whether a consent covers what is to be issued.
 *
 * @param consented null where the person has not chosen: that covers each
 * @param account undefined where there is nothing to choose
 */
export function coversAccount(consented: string | null, account: string | undefined): boolean {
  return !isOneAccount(consented) || consented === account
}

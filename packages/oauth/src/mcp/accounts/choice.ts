/** Which account a client acts for, and whether the person has to be asked. Pure. */
import { ALL_ACCOUNTS, coversAccount } from '../../store/rules/accounts.ts'
import type { Accounts } from './ask-accounts.ts'

/** The account of a grant; undefined for a person without accounts. */
export interface Chosen {
  readonly account: string | undefined
}

/** What follows without a choice: no account, or the only one. Undefined if there are several. */
export function onlyAccount({ list }: Accounts): Chosen | undefined {
  return list.length > 1 ? undefined : { account: list[0]?.id }
}

/**
 * What follows from an earlier consent. Undefined if the person must be asked: that consent was for an account that is gone, or for none
 * and there are several now.
 */
export function rememberedAccount(
  accounts: Accounts,
  consented: string | null,
): Chosen | undefined {
  const only = onlyAccount(accounts)
  if (only !== undefined) return coversAccount(consented, only.account) ? only : undefined
  return consented === null ? undefined : chosenAccount(accounts, consented)
}

/** The account that a person names; undefined if that is not one of theirs now, or if they name none and have some. */
export function chosenAccount(accounts: Accounts, named: string | undefined): Chosen | undefined {
  const { list } = accounts
  if (named === undefined) return list.length === 0 ? { account: undefined } : undefined
  const isTheirs =
    list.some(({ id }) => id === named) || (named === ALL_ACCOUNTS && offersAll(accounts))
  return isTheirs ? { account: named } : undefined
}

/** Whether the page offers all accounts together: of one, the account itself is enough. */
export function offersAll({ list, allowAll }: Accounts): boolean {
  return allowAll && list.length > 1
}

/**
 * Why a grant for one account, or for none, ends. A person who had none when they were asked has chosen none of those that they have got
 * since.
 */
export function problemOfAccount(
  { list }: Accounts,
  account: string | null,
): 'gone' | 'not_chosen' | undefined {
  if (account === null) return list.length > 1 ? 'not_chosen' : undefined
  return list.some(({ id }) => id === account) ? undefined : 'gone'
}

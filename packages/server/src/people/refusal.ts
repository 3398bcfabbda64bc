/** Refusals of the hub, which are values. */
import type { Refusal } from '@entrepot/marketplace'

/** The reason of a refusal. */
export type RefusalCode =
  | 'SERVER_INVALID_EMAIL'
  | 'SERVER_USER_EXISTS'
  | 'SERVER_NO_USER'
  | 'SERVER_UNCONFIRMED_ADDRESS'
  | 'SERVER_ACCOUNT_BOUND'
  | 'SERVER_UNKNOWN_ISSUER'
  | 'SERVER_INVALID_ACCOUNT'
  | 'SERVER_INVALID_NAME'
  | 'SERVER_NO_CUSTOMER'
  | 'SERVER_NO_MEMBER'
  | 'SERVER_LAST_OWNER'
  | 'SERVER_HAS_OWNER'
  | 'SERVER_NO_SIGN_IN'
  | 'SERVER_NO_SESSION'
  | 'SERVER_NO_PASSKEYS'
  | 'SERVER_PASSKEY_REFUSED'
  | 'SERVER_TOO_MANY_PASSKEYS'
  | 'SERVER_VOID_LINK'
  | 'SERVER_ADDRESS_IN_USE'
  | 'SERVER_OLD_SESSION'
  | 'SERVER_WEAK_SESSION'
  | 'SERVER_FILE_EXISTS'
  | 'SERVER_FILE_NOT_WRITTEN'

/** A refusal of the hub, with the same properties as those of the marketplace. Nothing was stored. */
export type HubRefusal = Refusal<RefusalCode>

/** Makes a {@link HubRefusal}. */
export function refuse(code: RefusalCode, detail: string): HubRefusal {
  return { refused: true, code, detail, errors: [] }
}

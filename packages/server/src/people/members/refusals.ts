/** Refusals of calls about members. */
import { type Refusal, refuse } from '@entrepot/marketplace/routes'

/** The customer has no such member. */
export function noSuchMember(userId: string): Refusal {
  return refuse('MARKET_NOT_FOUND', `The customer has no member ${userId}.`)
}

/** The customer would have no owner. */
export function onlyOwner(userId: string): Refusal {
  const detail = `Member ${userId} is the only owner of the customer. Make another member an owner first.`
  return refuse('MARKET_LAST_OWNER', detail)
}

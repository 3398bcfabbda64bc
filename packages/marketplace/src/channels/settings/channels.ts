import type { Connection } from '@entrepot/database'
import { NewChannel } from '../../accounts/channels/schema.ts'
import { findChannels, insertChannel } from '../../accounts/channels/store.ts'
import { noSuchCustomer } from '../../accounts/customers/customers.ts'
import { findCustomers } from '../../accounts/customers/store.ts'
import { publishCommit } from '../../kit/events/notifier.ts'
import { type Actor, SYSTEM } from '../../kit/principals/actor.ts'
import type { Channel } from '../../kit/principals/channel.ts'
import { type Refusal, refuse, refuseIssues } from '../../kit/shared/errors.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { INSERTING_STATE } from '../copy/store.ts'
import { appendingCreation } from './channel-event-store.ts'

const issuesOf = compileBody(NewChannel)

/**
 * Creates a channel of a customer.
 *
 * Refusals: `MARKET_INVALID_INPUT` with every issue; `MARKET_REFERENCE_IN_USE` when the name is taken; `MARKET_NOT_FOUND` when
 * the customer does not exist.
 *
 * @param actor who does it, for the log of events
 * @example
 * const channel = await createChannel(database, customer.customerId, { name: 'Web shop', mode: 'flat' })
 */
export async function createChannel(
  connection: Connection,
  customerId: string,
  input: NewChannel,
  actor: Actor = SYSTEM,
): Promise<Channel | Refusal> {
  const issues = issuesOf(input)
  if (issues.length > 0) return refuseIssues(issues)
  const channel = await insertChannel(connection, customerId, input, {
    sync: INSERTING_STATE,
    event: appendingCreation(customerId, actor),
  })
  if (channel !== undefined) {
    publishCommit(connection, customerId)
    return channel
  }
  const [customer] = await findCustomers(connection, [customerId])
  if (customer === undefined) return noSuchCustomer(customerId)
  return refuseName(input.name)
}

/** The refusal of a name that another channel of the customer has. */
export function refuseName(name: string): Refusal {
  const detail = `The customer already has a channel named ${JSON.stringify(name)}: choose another name.`
  return refuse('MARKET_REFERENCE_IN_USE', detail)
}

/** Lists the channels of a customer, oldest first. */
export async function listChannels(
  connection: Connection,
  customerId: string,
): Promise<readonly Channel[]> {
  return await findChannels(connection, customerId)
}

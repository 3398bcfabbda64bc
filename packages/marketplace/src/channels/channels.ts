import type { Connection } from '@entrepot/database'
import { expectParent, MarketplaceError, refuse, refuseFaults } from '../shared/errors.ts'
import { compileBody } from '../shared/validation.ts'
import { type Channel, NewChannel } from './schema.ts'
import { findChannels, insertChannel } from './store.ts'

const faultsOf = compileBody(NewChannel)

/**
 * Creates a channel of a customer.
 *
 * @throws MarketplaceError `MARKET_INVALID_INPUT` with every fault; `MARKET_REFERENCE_IN_USE` when the name is taken;
 * `MARKET_NOT_FOUND` when the customer does not exist
 * @example
 * const channel = await createChannel(database, customer.customerId, { name: 'Web shop', mode: 'flat' })
 */
export async function createChannel(
  connection: Connection,
  customerId: string,
  input: NewChannel,
): Promise<Channel> {
  const faults = faultsOf(input)
  if (faults.length > 0) throw new MarketplaceError(refuseFaults(faults))
  const channel = await expectParent(
    insertChannel(connection, customerId, input),
    `There is no customer ${customerId}.`,
  )
  if (channel === undefined) {
    const detail = `The customer already has a channel named ${JSON.stringify(input.name)}: choose another name.`
    throw new MarketplaceError(refuse('MARKET_REFERENCE_IN_USE', detail))
  }
  return channel
}

/** Lists the channels of a customer, oldest first. */
export async function listChannels(
  connection: Connection,
  customerId: string,
): Promise<readonly Channel[]> {
  return await findChannels(connection, customerId)
}

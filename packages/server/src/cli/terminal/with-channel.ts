/** Commands about one channel, which people name by its id or by its name. */
import type { Database } from '@entrepot/database'
import { type ChannelIds, listSettings, type Refusal } from '@entrepot/marketplace'
import { refuse } from '@entrepot/marketplace/routes'
import type { EntrepotCommand } from './entrepot-command.ts'
import type { OfCustomer } from './of-customer.ts'
import { withDatabase } from './with-database.ts'

/** Options that name a channel. */
export interface OfChannel extends OfCustomer {
  /** Id or name. */
  readonly channel: string
}

/** Adds the options that name a channel. */
export function ofChannel(command: EntrepotCommand): EntrepotCommand {
  return command.needsCustomer().needs('--channel <channel>', 'id or name of the channel')
}

/** Runs work with the channel that the options of a command name. Refusal: `MARKET_NOT_FOUND`. */
export async function withChannel<T>(
  command: EntrepotCommand,
  work: (database: Database, ids: ChannelIds) => Promise<T>,
): Promise<T | Refusal> {
  const { terminal } = command
  const { customer: customerId, channel } = command.opts<OfChannel>()
  return await withDatabase(terminal, async (database) => {
    const found = (await listSettings(database, customerId)).find(
      ({ Id, Name }) => String(Id) === channel || Name === channel,
    )
    if (found === undefined) {
      const detail = `Customer ${customerId} has no channel ${JSON.stringify(channel)}.`
      return refuse('MARKET_NOT_FOUND', `${detail} See entrepot channels list.`)
    }
    return await work(database, { customerId, channelId: found.Id })
  })
}

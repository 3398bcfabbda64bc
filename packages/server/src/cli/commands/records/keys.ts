import type { Database } from '@entrepot/database'
import {
  createApiKey,
  DEFAULT_SCOPES,
  type IssuedKey,
  listApiKeys,
  type Refusal,
  revokeApiKey,
  rotateApiKey,
} from '@entrepot/marketplace'
import { Option } from 'commander'
import { hubNames } from '../../../names.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import type { OfCustomer } from '../../terminal/of-customer.ts'
import { parseChannelId, parseId, parseNumber } from '../../terminal/parse.ts'

interface KeyOptions extends OfCustomer {
  readonly json: boolean
}

interface CreateOptions extends KeyOptions {
  readonly kind: 'merchant' | 'channel'
  readonly channel?: number
  readonly label: string
  readonly scopes?: readonly string[]
  readonly expiresAt?: string
}

interface RotateOptions extends KeyOptions {
  readonly overlapHours: number
}

/** Adds `entrepot keys`. */
export function addKeyCommands(program: EntrepotCommand): void {
  const keys = program.command('keys').description('manage API keys')
  addCreate(keys.ofCustomer('create', 'create a key and print it; it cannot be shown again'))

  keys
    .ofCustomer('list', 'list the keys, without their secrets')
    .example('keys list --customer 2')
    .action(async (_: object, command: EntrepotCommand) => {
      await command.reportOf((database, { customerId }) => listApiKeys(database, customerId))
    })

  keys
    .ofCustomer('rotate', 'replace a key with a new one; both work for some time')
    .argument('<id>', 'id of the key', parseId)
    .option('--overlap-hours <hours>', 'hours for which the old key still works', parseNumber, 24)
    .example('keys rotate 5 --customer 2 --overlap-hours 24')
    .action(async (id: string, options: RotateOptions, command: EntrepotCommand) => {
      const seconds = options.overlapHours * 3600
      await reportIssued(command, (database) =>
        rotateApiKey(database, options.customer, id, seconds),
      )
    })

  keys
    .ofCustomer('revoke', 'revoke a key; every node refuses it within a second')
    .argument('<id>', 'id of the key', parseId)
    .example('keys revoke 5 --customer 2')
    .action(async (id: string, { customer }: KeyOptions, command: EntrepotCommand) => {
      await command.report(
        (database) => revokeApiKey(database, customer, id),
        () => ({ keyId: id, revoked: true }),
      )
    })
}

function addCreate(command: EntrepotCommand): void {
  const defaults = DEFAULT_SCOPES.merchant.join(' ')
  const { merchant, channel } = hubNames.scopes
  const named = `merchant: ${merchant.join(' ')}; channel: ${channel.join(' ')}`
  command
    .addOption(
      new Option('--kind <kind>', 'kind of the key: for the merchant, or for one channel')
        .choices(['merchant', 'channel'])
        .default('merchant'),
    )
    .option('--channel <id>', 'id of the channel, for a channel key', parseChannelId)
    .needs('--label <text>', 'purpose of the key')
    .option(
      '--scopes <scope...>',
      `scopes of the key (default: ${defaults} for a merchant key; all for a channel key; ${named})`,
    )
    .option(
      '--expires-at <date-time>',
      'time at which the key expires, ISO 8601 with offset (default: never)',
    )
    .formerly('expires', 'expires-at')
    .example(
      'keys create --customer 2 --label ERP',
      "keys create --customer 2 --kind channel --channel 3 --label 'Web shop'",
      'keys create --customer 2 --label Reports --scopes orders:read --expires-at 2099-01-01T00:00:00Z',
    )
    .action(async (options: CreateOptions, command: EntrepotCommand) => {
      const { kind, label, channel, scopes, expiresAt } = options
      const input = {
        kind,
        label,
        ...(channel && { channelId: channel }),
        ...(scopes && { scopes: [...scopes] }),
        ...(expiresAt && { expiresAt }),
      }
      await reportIssued(command, (database) =>
        createApiKey(database, options.customer, input, { names: hubNames }),
      )
    })
}

async function reportIssued(
  command: EntrepotCommand,
  issue: (database: Database) => Promise<IssuedKey | Refusal>,
): Promise<void> {
  const isDone = await command.report(issue, ({ key, record }) => {
    const { keyId, kind, channelId, label, scopes, expiresAt } = record
    return { key, keyId, kind, channelId, label, scopes, expiresAt }
  })
  if (isDone && !command.opts<KeyOptions>().json)
    command.terminal.stdout.write('\nThe key is not shown again: keep it in a safe place.\n')
}

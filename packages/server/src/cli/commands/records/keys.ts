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
import { ofCustomer } from '../../terminal/of-customer.ts'
import { parseChannelId, parseId, parseNumber } from '../../terminal/parse.ts'
import { printOutcome, printRowsOr } from '../../terminal/print.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { withDatabase } from '../../terminal/with-database.ts'

interface KeyOptions {
  readonly customer: string
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
export function addKeyCommands(program: EntrepotCommand, terminal: Terminal): void {
  const keys = program.command('keys').description('manage API keys')
  addCreate(
    keys.ofCustomer('create', 'create a key and print it; it cannot be shown again'),
    terminal,
  )

  keys
    .ofCustomer('list', 'list the keys, without their secrets')
    .example('keys list --customer 2')
    .action(async ({ customer }: KeyOptions, command: EntrepotCommand) => {
      const rows = await withDatabase(terminal, (database) =>
        ofCustomer(database, customer, () => listApiKeys(database, customer)),
      )
      printRowsOr(terminal, command, rows)
    })

  keys
    .ofCustomer('rotate', 'replace a key with a new one; both work for some time')
    .argument('<id>', 'id of the key', parseId)
    .option('--overlap-hours <hours>', 'hours for which the old key still works', parseNumber, 24)
    .example('keys rotate 5 --customer 2 --overlap-hours 24')
    .action(async (id: string, options: RotateOptions, command: EntrepotCommand) => {
      const seconds = options.overlapHours * 3600
      const issued = await withDatabase(terminal, (database) =>
        rotateApiKey(database, options.customer, id, seconds),
      )
      printIssued(terminal, command, issued)
    })

  keys
    .ofCustomer('revoke', 'revoke a key; every node refuses it within a second')
    .argument('<id>', 'id of the key', parseId)
    .example('keys revoke 5 --customer 2')
    .action(async (id: string, { customer }: KeyOptions, command: EntrepotCommand) => {
      const refusal = await withDatabase(terminal, (database) =>
        revokeApiKey(database, customer, id),
      )
      printOutcome(terminal, command, refusal, () => ({ keyId: id, revoked: true }))
    })
}

function addCreate(command: EntrepotCommand, terminal: Terminal): void {
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
      const issued = await withDatabase(terminal, (database) =>
        createApiKey(database, options.customer, input, { names: hubNames }),
      )
      printIssued(terminal, command, issued)
    })
}

function printIssued(
  terminal: Terminal,
  command: EntrepotCommand,
  issued: IssuedKey | Refusal,
): void {
  const isDone = printOutcome(terminal, command, issued, ({ key, record }) => {
    const { keyId, kind, channelId, label, scopes, expiresAt } = record
    return { key, keyId, kind, channelId, label, scopes, expiresAt }
  })
  if (isDone && !command.opts<KeyOptions>().json)
    terminal.stdout.write('\nThe key is not shown again: keep it in a safe place.\n')
}

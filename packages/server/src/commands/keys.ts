import {
  createApiKey,
  type IssuedKey,
  listApiKeys,
  type Refusal,
  revokeApiKey,
  rotateApiKey,
  SCOPES,
} from '@entrepot/marketplace'
import { type Command, Option } from 'commander'
import { parseChannelId, parseId, parseNumber } from './parse.ts'
import { printOutcome, printRows } from './print.ts'
import type { Terminal } from './terminal.ts'
import { withDatabase } from './with-database.ts'

interface KeyOptions {
  readonly customer: string
  readonly json: boolean
}

interface CreateOptions extends KeyOptions {
  readonly kind: 'merchant' | 'channel'
  readonly channel?: number
  readonly label: string
  readonly scopes?: readonly string[]
  readonly expires?: string
}

interface RotateOptions extends KeyOptions {
  readonly overlapHours: number
}

/** Adds `entrepot keys`. */
export function addKeyCommands(program: Command, terminal: Terminal): void {
  const keys = program.command('keys').description('manage API keys')
  const command = (name: string, description: string) =>
    keys
      .command(name)
      .description(description)
      .requiredOption(
        '--customer <id>',
        'id of the customer (see entrepot customers list)',
        parseId,
      )
      .addOption(new Option('--json', 'print one line of JSON per row').default(false))

  command('create', 'create a key and print it; it cannot be shown again')
    .addOption(
      new Option('--kind <kind>', 'kind of the key: for the merchant, or for one channel')
        .choices(['merchant', 'channel'])
        .default('merchant'),
    )
    .option('--channel <id>', 'id of the channel, for a channel key', parseChannelId)
    .requiredOption('--label <text>', 'purpose of the key')
    .option(
      '--scopes <scope...>',
      `scopes of the key (default: all of its kind; merchant: ${SCOPES.merchant.join(' ')}; channel: ${SCOPES.channel.join(' ')})`,
    )
    .option(
      '--expires <date-time>',
      'time at which the key expires, ISO 8601 with offset (default: never)',
    )
    .action(async (options: CreateOptions) => await create(terminal, options))

  command('list', 'list the keys, without their secrets').action(
    async ({ customer, json }: KeyOptions) => {
      const rows = await withDatabase(terminal, (database) => listApiKeys(database, customer))
      printRows(
        terminal,
        rows.map((row) => ({ ...row })),
        json,
      )
    },
  )

  command('rotate', 'replace a key with a new one; both work for some time')
    .argument('<id>', 'id of the key', parseId)
    .option('--overlap-hours <hours>', 'hours for which the old key still works', parseNumber, 24)
    .action(async (id: string, { customer, overlapHours, json }: RotateOptions) => {
      const seconds = overlapHours * 3600
      printIssued(
        terminal,
        await withDatabase(terminal, (database) => rotateApiKey(database, customer, id, seconds)),
        json,
      )
    })

  command('revoke', 'revoke a key; every node refuses it within a second')
    .argument('<id>', 'id of the key', parseId)
    .action(async (id: string, { customer, json }: KeyOptions) => {
      const refusal = await withDatabase(terminal, (database) =>
        revokeApiKey(database, customer, id),
      )
      printOutcome(terminal, refusal, json, () => ({ keyId: id, revoked: true }))
    })
}

async function create(terminal: Terminal, options: CreateOptions): Promise<void> {
  const input = {
    kind: options.kind,
    label: options.label,
    ...(options.channel && { channelId: options.channel }),
    ...(options.scopes && { scopes: [...options.scopes] }),
    ...(options.expires && { expiresAt: options.expires }),
  }
  const issued = await withDatabase(terminal, (database) =>
    createApiKey(database, options.customer, input),
  )
  printIssued(terminal, issued, options.json)
}

function printIssued(terminal: Terminal, issued: IssuedKey | Refusal, json: boolean): void {
  const isDone = printOutcome(terminal, issued, json, ({ key, record }) => {
    const { keyId, kind, label, scopes, expiresAt } = record
    return { key, keyId, kind, label, scopes, expiresAt }
  })
  if (isDone && !json)
    terminal.stdout.write('\nThe key is not shown again: keep it in a safe place.\n')
}

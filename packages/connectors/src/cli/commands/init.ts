import type { Command } from 'commander'
import type { Adapter, Role, SettingField, ShopDescription } from '../../adapter/adapter.ts'
import { type Account, connectionsOf, openAccount } from '../../core/connector/accounts.ts'
import { createConnector } from '../../core/connector/connector.ts'
import type { Connection } from '../../core/records/report.ts'
import { settingsOf } from '../../core/run/open-shop.ts'
import { createQuestions, type Questions } from '../ask.ts'
import { filePathOf, readStored, splitKeys } from '../configuration.ts'
import { newFileSecret, type Stored, writeSealed } from '../sealed-file.ts'
import { CommandFailure, print, printItem, type Terminal } from '../terminal.ts'
import { parseId } from './once.ts'

/** Adds `entrepot-connect init`. */
export function addInitCommand(
  program: Command,
  terminal: Terminal,
  adapters: readonly Adapter[],
): void {
  program
    .command('init')
    .description('connect a shop: asks for what is needed, and checks it')
    .option('--connection <id>', 'give a connection of the hub its secrets', parseId)
    .addHelpText(
      'after',
      `
Creates the connection at the hub, and stores the key of the hub and the secrets
of the shop in the sealed file. Answers can also come from a pipe, one a line.`,
    )
    .action(async ({ connection }: { connection?: number }) => {
      const questions = createQuestions(terminal)
      try {
        await connect(terminal, adapters, questions, connection)
      } finally {
        questions.close()
      }
    })
}

async function connect(
  terminal: Terminal,
  adapters: readonly Adapter[],
  questions: Questions,
  id: number | undefined,
): Promise<void> {
  const { env } = terminal
  const stored = await readStored(terminal)
  const hub = await questions.ask({
    label: 'Address of the hub',
    default: env.ENTREPOT_HUB || stored.hub || 'http://127.0.0.1:8080',
    check: (text) => (URL.canParse(text) ? undefined : 'It must be an address.'),
  })
  const given = splitKeys(env.ENTREPOT_KEY)
  const known = given.length > 0 ? given : stored.keys
  const key = await questions.ask({
    label: 'Key of the hub, of the merchant or of the channel',
    help: known.length === 0 ? KEY_HELP : 'An empty answer takes the key that is stored.',
    required: known.length === 0,
    isSecret: true,
  })
  const chosen = key === '' ? known : [key]
  const keys = [...new Set([...stored.keys, ...chosen])]
  const account = await openAccount({ hub, key: chosen.at(-1) ?? '' })
  try {
    const connection =
      id === undefined ? await create(questions, account, adapters) : await find(account, id)
    const description = adapters.find(
      (one) => one.description.shop === connection.Shop,
    )?.description
    if (description === undefined) {
      throw new CommandFailure(`This connector does not know the shop ${connection.Shop}.`)
    }
    const secrets = await askSecrets(questions, description, stored, connection.Id)
    const all = { ...stored.secrets, [String(connection.Id)]: secrets }
    await store(terminal, { hub, keys, secrets: all })
    await check(terminal, adapters, { hub, keys, connection, secrets })
  } finally {
    await account.client.close()
  }
}

const KEY_HELP =
  'Create it in the console under Developers, Keys, with the scopes of connections:\ndocs/guides/shops/README.md lists what it needs.'

async function find(account: Account, id: number): Promise<Connection> {
  const found = (await connectionsOf(account)).find(({ Id }) => Id === id)
  if (found !== undefined) return found
  throw new CommandFailure(
    `The key serves no connection ${id}. A connection of a channel needs a key of the channel.`,
  )
}

async function create(
  questions: Questions,
  { client, kind }: Account,
  adapters: readonly Adapter[],
): Promise<Connection> {
  const shops = adapters
    .map(({ description }) => description)
    .filter(({ roles }) => roles.includes(kind))
  const names = shops.map(({ shop }) => shop)
  const Shop = await questions.ask({
    label: `Which shop: ${names.join(', ')}`,
    required: true,
    check: (text) => (names.includes(text) ? undefined : `It must be one of ${names.join(', ')}.`),
  })
  const description = shops.find(({ shop }) => shop === Shop)
  if (description === undefined) throw new CommandFailure(`There is no shop ${Shop}.`)
  const Name = await questions.ask({ label: 'Name of the connection', default: description.title })
  const Settings = await askSettings(questions, description, kind)
  const channel = kind === 'channel' ? { ChannelId: await channelIdOf(questions) } : {}
  const body = { Name, Shop, Role: kind, ...channel, Settings }
  return await client.createConnection({ body } as never)
}

/** A key of a channel cannot ask the hub which channel it is. */
async function channelIdOf(questions: Questions): Promise<number> {
  const answer = await questions.ask({
    label: 'Id of the channel in the hub',
    required: true,
    check: (text) => (/^[1-9]\d{0,14}$/.test(text) ? undefined : 'It must be a whole number.'),
  })
  return Number(answer)
}

async function askSettings(
  questions: Questions,
  { settings }: ShopDescription,
  role: Role,
): Promise<Record<string, string | number | boolean>> {
  const values: Record<string, string | number | boolean> = {}
  for (const field of settings) {
    if (field.roles !== undefined && !field.roles.includes(role)) continue
    const answer = await questions.ask({
      label: field.label,
      help: field.help,
      default: field.default === undefined ? undefined : String(field.default),
      required: field.required ?? false,
      check: (text) => {
        const Settings = { [field.name]: toValue(field, text) }
        return settingsOf([field], { Role: role, Settings }).issues[0]
      },
    })
    if (answer !== '') values[field.name] = toValue(field, answer)
  }
  return values
}

function toValue({ type }: SettingField, text: string): string | number | boolean {
  if (type === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  if (type === 'boolean' && /^(?:true|yes|false|no)$/i.test(text))
    return /^(?:true|yes)$/i.test(text)
  return text
}

async function askSecrets(
  questions: Questions,
  { secrets }: ShopDescription,
  stored: Stored,
  id: number,
): Promise<Record<string, string>> {
  const values: Record<string, string> = { ...stored.secrets[String(id)] }
  for (const { name, label, help, required = false } of secrets) {
    const answer = await questions.ask({
      label,
      help,
      isSecret: true,
      required: required && values[name] === undefined,
    })
    if (answer !== '') values[name] = answer
  }
  return values
}

async function store(terminal: Terminal, stored: Stored): Promise<void> {
  const path = filePathOf(terminal)
  const given = terminal.env.ENTREPOT_CONNECT_SECRET || undefined
  const secret = given ?? newFileSecret()
  await writeSealed(path, secret, stored)
  print(terminal.stdout, '', `The key and the secrets are in ${path}, which is sealed.`)
  if (given !== undefined) return
  terminal.env.ENTREPOT_CONNECT_SECRET = secret
  print(
    terminal.stdout,
    'Set this variable where the connector runs. It is shown only once:',
    `  ENTREPOT_CONNECT_SECRET=${secret}`,
  )
}

interface CheckOptions {
  readonly hub: string
  readonly keys: readonly string[]
  readonly connection: Connection
  readonly secrets: Readonly<Record<string, string>>
}

async function check(
  terminal: Terminal,
  adapters: readonly Adapter[],
  { hub, keys, connection, secrets }: CheckOptions,
): Promise<void> {
  const connector = createConnector({ hub, key: keys, adapters, secrets: () => secrets })
  try {
    const [checked] = await connector.check(connection.Id)
    print(terminal.stdout, '', `Connection ${connection.Id} ${connection.Name}`)
    for (const { level, message, remedy } of checked?.findings ?? []) {
      printItem(terminal.stdout, `  ${level}`, message, 12)
      if (remedy !== undefined) printItem(terminal.stdout, '', remedy, 12)
      if (level === 'error') terminal.exitCode = 1
    }
    const next = `entrepot-connect once --connection ${connection.Id} --dry-run`
    print(terminal.stdout, '', `Next: ${next} says what a run would do.`)
    print(terminal.stdout, 'Then: entrepot-connect run')
  } finally {
    await connector.close()
  }
}

/** Opens the shop of a connection: its settings and secrets are checked, and its calls counted. */
import { type Client, type ClientOptions, createClient } from '@entrepot/rest'
import type { Adapter, SettingField, Shop, ShopContext } from '../../adapter/adapter.ts'
import type { CallCounts } from '../records/hub.ts'
import type { Connection, RunFailure } from '../records/report.ts'

/** The secrets of a connection, by name. */
export type ConnectionSecrets = Readonly<Record<string, string>>

/** Time for one request to a shop. */
const TIMEOUT_MS = 30_000

/** Largest answer of a shop. */
const BODY_BYTES = 32 * 1024 * 1024

/**
 * The HTTP client that all shops of a process share. Reads are sent again when an answer is cut; writes never are, because the shop may
 * have executed them.
 */
export function createShopClient(options: ClientOptions = {}): Client {
  return createClient({
    timeout: TIMEOUT_MS,
    limits: { bodyBytes: BODY_BYTES },
    redirect: 'error',
    ...options,
  })
}

/** The client, with its calls counted. */
function countCalls(client: Client, counts: () => CallCounts): Client {
  const counted =
    <Sent extends readonly unknown[], Result>(call: (...sent: Sent) => Result) =>
    (...sent: Sent): Result => {
      counts().shop += 1
      return call(...sent)
    }
  return Object.freeze<Client>({
    send: counted(client.send),
    sendOk: counted(client.sendOk),
    sendResult: counted(client.sendResult),
    sendJSON: counted(client.sendJSON) as Client['sendJSON'],
    stream: counted(client.stream),
    makeRequest: counted(client.makeRequest),
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
  })
}

export interface OpenShopOptions {
  readonly adapter: Adapter
  readonly secrets: ConnectionSecrets
  readonly http: Client
  /** The counts of the run at the moment. */
  counts(): CallCounts
}

/** Opens a shop, or says why it cannot be opened. Makes no call. */
export function openShop(
  connection: Pick<Connection, 'Id' | 'Role' | 'Settings'>,
  { adapter, secrets, http, counts }: OpenShopOptions,
): { readonly shop: Shop } | { readonly failure: RunFailure } {
  const { description } = adapter
  const role = connection.Role
  if (!description.roles.includes(role)) {
    return settingsFailure(
      `${description.title} cannot be connected as a ${role}.`,
      `Delete the connection, and create it with the role ${description.roles.join(' or ')}.`,
    )
  }
  const missing = description.secrets.filter(({ name, required }) => required && !secrets[name])
  if (missing.length > 0) {
    const names = missing.map(({ name }) => variableOf(connection.Id, name)).join(', ')
    return settingsFailure(
      `The connector does not have ${missing.map(({ label }) => label).join(', ')}.`,
      `Set ${names} in the environment of the connector, or store it with entrepot-connect init --connection ${connection.Id}, and start it again. "Set up" of the connection in the console has the commands.`,
    )
  }
  const settings = settingsOf(description.settings, connection)
  const issues = settings.issues.join(' ')
  if (issues !== '') return settingsFailure(issues, 'Correct the settings of the connection.')
  const context: ShopContext = {
    role,
    settings: settings.values,
    secrets,
    http: countCalls(http, counts),
  }
  return { shop: adapter.open(context) }
}

function settingsFailure(message: string, remedy: string) {
  return { failure: { kind: 'settings' as const, message, remedy } }
}

/** The variable of the environment with a secret: `ENTREPOT_CONNECTION_7_API_KEY`. */
export function variableOf(connectionId: number, secret: string): string {
  const name = secret.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()
  return `ENTREPOT_CONNECTION_${connectionId}_${name}`
}

type Value = string | number | boolean

/** The values of the fields, with their defaults, and what is wrong with them. */
export function settingsOf(
  fields: readonly SettingField[],
  { Role, Settings }: Pick<Connection, 'Role' | 'Settings'>,
): { readonly values: Readonly<Record<string, Value>>; readonly issues: readonly string[] } {
  const values: Record<string, Value> = {}
  const issues: string[] = []
  for (const field of fields) {
    if (field.roles !== undefined && !field.roles.includes(Role)) continue
    const value = Settings[field.name] ?? field.default
    if (value === undefined || value === '') {
      if (field.required) issues.push(`The setting ${field.name} (${field.label}) is missing.`)
      continue
    }
    const issue = issueOf(field, value)
    if (issue === undefined) values[field.name] = value
    else issues.push(`The setting ${field.name} (${field.label}) ${issue}.`)
  }
  return { values, issues }
}

function issueOf({ type, choices = [] }: SettingField, value: Value): string | undefined {
  if (type === 'number') return typeof value === 'number' ? undefined : 'must be a number'
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'must be true or false'
  if (typeof value !== 'string') return 'must be a text'
  if (type === 'url' && !/^https?:$/.test(URL.parse(value)?.protocol ?? '')) {
    return 'must be an address that begins with https://'
  }
  const isChosen = type !== 'choice' || choices.some((choice) => choice.value === value)
  return isChosen ? undefined : `must be one of ${choices.map((choice) => choice.value).join(', ')}`
}

/** Tells the hub which shops the connector knows, so that the console has forms for them. */
import type { Adapter } from '../../adapter/adapter.ts'
import { countedHub, isHubError } from '../records/hub.ts'
import type { Account } from './accounts.ts'

/** Stores the descriptions of all adapters. A hub or a key that does not take them is no reason to serve no connection. */
export async function publishAdapters(
  { client, kind }: Pick<Account, 'client' | 'kind'>,
  adapters: readonly Adapter[],
): Promise<void> {
  const hub = countedHub(client, { hubReads: 0, hubWrites: 0, shop: 0 })
  for (const { description } of adapters) {
    if (!description.roles.includes(kind)) continue
    const { shop, title, roles, settings, secrets, guide } = description
    const body = {
      Title: title,
      Roles: [...roles],
      Settings: settings.map((field) => ({
        Name: field.name,
        Label: field.label,
        Help: field.help,
        Type: field.type,
        ...(field.choices && {
          Choices: field.choices.map(({ value, label }) => ({ Value: value, Label: label })),
        }),
        Required: field.required ?? false,
        ...(field.default !== undefined && { Default: field.default }),
        ...(field.roles && { Roles: [...field.roles] }),
      })),
      Secrets: secrets.map(({ name, label, help, required = false }) => ({
        Name: name,
        Label: label,
        Help: help,
        Required: required,
      })),
      Guide: guide,
    }
    try {
      await hub.call('storeConnector', { shop, body } as never)
    } catch (error) {
      if (!isHubError(error)) throw error
    }
  }
}

/** The settings of a connection as the fields of a form. Pure. */
import { formatTypedNumber, parseNumber } from '../../components/values/money-input.ts'
import type { Connection, Connector } from '../queries.ts'

/** A field, as a connector describes it. */
export type SettingField = Connector['Settings'][number]

/** What the fields contain: numbers and addresses as they were typed. */
export type SettingsDraft = Readonly<Record<string, string | boolean>>

type Settings = Connection['Settings']

/** The fields of a role, in their order. */
export function fieldsOf(
  connector: Pick<Connector, 'Settings'>,
  role: Connection['Role'],
): readonly SettingField[] {
  return connector.Settings.filter(({ Roles }) => Roles.length === 0 || Roles.includes(role))
}

/** What the fields contain at first: what is set, or else the proposals of the connector. */
export function draftOf(fields: readonly SettingField[], settings: Settings = {}): SettingsDraft {
  return Object.fromEntries(
    fields.map(({ Name, Type, Default }) => {
      const value = settings[Name] ?? Default ?? undefined
      if (Type === 'boolean') return [Name, value === true]
      if (typeof value === 'number') return [Name, formatTypedNumber(value)]
      return [Name, value === undefined ? '' : String(value)]
    }),
  )
}

/**
 * What is wrong with a field; undefined if nothing is. What only the shop knows, such as whether a sales channel exists, is found by the test
 * of the connection.
 */
export function issueOf(field: SettingField, draft: SettingsDraft): string | undefined {
  const value = draft[field.Name] ?? ''
  if (typeof value === 'boolean') return undefined
  const typed = value.trim()
  if (typed === '') return field.Required ? `${field.Label} is missing.` : undefined
  if (field.Type === 'number' && Number.isNaN(parseNumber(typed))) {
    return 'Type a number, such as 120 or 0.5.'
  }
  if (field.Type === 'url' && !isWebAddress(typed)) {
    return 'Type a URL that starts with https:// or http://.'
  }
  return undefined
}

/** Whether all fields are valid. */
export function isComplete(fields: readonly SettingField[], draft: SettingsDraft): boolean {
  return fields.every((field) => issueOf(field, draft) === undefined)
}

/**
 * The settings for the hub. Fields that are empty are left out, and settings without a field are kept.
 *
 * @param before what is set
 */
export function settingsOf(
  fields: readonly SettingField[],
  draft: SettingsDraft,
  before: Settings = {},
): Settings {
  const named = new Set(fields.map(({ Name }) => Name))
  const kept = Object.entries(before).filter(([name]) => !named.has(name))
  const set = fields.flatMap(({ Name, Type }): (readonly [string, Settings[string]])[] => {
    const value = draft[Name] ?? ''
    if (typeof value === 'boolean') return [[Name, value]]
    const typed = value.trim()
    if (typed === '') return []
    return [[Name, Type === 'number' ? parseNumber(typed) : typed]]
  })
  return Object.fromEntries([...kept, ...set])
}

/** The settings in words: what is set, and the defaults of the connector for the others. */
export function factsOf(
  fields: readonly SettingField[],
  settings: Settings,
): readonly (readonly [label: string, value: string])[] {
  const set = Object.entries(settings).map(([name, value]) => {
    const field = fields.find(({ Name }) => Name === name)
    return [field?.Label ?? name, shownSetting(field, value)] as const
  })
  const defaults = fields
    .filter(({ Name, Default }) => settings[Name] === undefined && Default !== null)
    .map((field) => [field.Label, `${shownSetting(field, field.Default)} (default)`] as const)
  return [...set, ...defaults]
}

/** A setting in words: the label of a choice, and `Yes` or `No`. */
export function shownSetting(field: SettingField | undefined, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const choice = field?.Choices?.find(({ Value }) => Value === value)
  if (choice) return choice.Label
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function isWebAddress(typed: string): boolean {
  try {
    return ['https:', 'http:'].includes(new URL(typed).protocol)
  } catch {
    return false
  }
}

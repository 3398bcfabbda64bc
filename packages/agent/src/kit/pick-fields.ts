/** Reduces records to the members that a caller asks for. Pure. */

/** Names all members. */
const ALL = '*'

/** The record with the named members only. `Lines.Quantity` names the member of each record in a list. Unknown names pick nothing. */
export function pickFields(record: unknown, fields: readonly string[]): unknown {
  if (fields.includes(ALL)) return record
  if (Array.isArray(record)) return record.map((one) => pickFields(one, fields))
  if (typeof record !== 'object' || record === null) return record
  const wanted = Map.groupBy(fields, (name) => name.split('.', 1)[0] as string)
  return Object.fromEntries(
    Object.entries(record)
      .filter(([name]) => wanted.has(name))
      .map(([name, value]) => [name, pickMember(value, name, wanted.get(name) ?? [])]),
  )
}

function pickMember(value: unknown, name: string, fields: readonly string[]): unknown {
  if (fields.includes(name)) return value
  return pickFields(
    value,
    fields.map((field) => field.slice(name.length + 1)),
  )
}

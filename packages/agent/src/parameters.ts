/** What arguments and answers of many tools have in common. Pure. */
import { type TEnum, Type } from 'typebox'

/** One of some words. With `type`, which some clients require. */
export function choice<Values extends string[]>(
  values: readonly [...Values],
  description?: string,
): TEnum<Values> {
  return Type.Enum<Values>(values, {
    type: 'string',
    ...(description !== undefined && { description }),
  })
}

/** A value that can be missing. */
export const Price = Type.Unsafe<number | null>({ type: ['number', 'null'] })
export const Text = Type.Unsafe<string | null>({ type: ['string', 'null'] })
export const Count = Type.Unsafe<number | null>({ type: ['integer', 'null'] })

/** The members that have a value. */
export function given<T extends object>(
  values: T,
): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as never
}

/** A record without some members. */
export function without<T extends object, Name extends keyof T>(
  record: T,
  names: readonly Name[],
): Omit<T, Name> {
  const kept = Object.entries(record).filter(([name]) => !names.includes(name as Name))
  return Object.fromEntries(kept) as Omit<T, Name>
}

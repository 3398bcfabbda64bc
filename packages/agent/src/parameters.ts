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

/** The arguments of a list. */
export const PAGE = {
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 20.' })),
  cursor: Type.Optional(Type.String({ description: 'nextCursor of the last answer.' })),
}

/** Records on a page unless the caller says otherwise. */
export const PAGE_SIZE = 20

/** The member of a page that says where the next one begins. */
export const NEXT = { nextCursor: Type.Optional(Type.String()) }

/** {@link NEXT} of an answer of the hub. */
export function nextOf(next: string | undefined): { readonly nextCursor?: string } {
  return next === undefined ? {} : { nextCursor: next }
}

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

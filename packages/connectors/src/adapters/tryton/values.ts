/** How Tryton writes values in JSON. Decimals and times stay texts here: numbers would lose cents, and a time of Tryton has no zone. */

/** What a call takes and answers. */
export type Value =
  | null
  | boolean
  | number
  | string
  | readonly Value[]
  | { readonly [name: string]: Value }

/** A decimal for Tryton: `12.5000`. */
export const decimal = (text: string): Value => ({ __class__: 'Decimal', decimal: text })

/** A day for Tryton, of a text that begins with `2026-11-26`. */
export function date(text: string): Value {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  return { __class__: 'date', year, month, day }
}

/** A time for Tryton, of a text such as `2026-11-26T21:50:00.123456`, as {@link decode} makes it. */
export function timestamp(text: string): Value {
  const [year, month, day, hour, minute, second, microsecond] = (text.match(/\d+/g) ?? []).map(
    Number,
  )
  return {
    __class__: 'datetime',
    year: year ?? 0,
    month: month ?? 0,
    day: day ?? 0,
    hour: hour ?? 0,
    minute: minute ?? 0,
    second: second ?? 0,
    microsecond: microsecond ?? 0,
  }
}

/** Moves a time by milliseconds. Both have microseconds, so that times can be compared as texts. */
export function moved(text: string, milliseconds: number): string {
  const [seconds = text, fraction = ''] = text.split('.')
  const at = new Date(`${seconds}Z`).getTime() + milliseconds
  return `${new Date(at).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}`
}

/** A reviver for `JSON.parse`: decimals become texts, days `2026-11-26`, times `2026-11-26T21:50:00.123456`. */
export function decode(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('__class__' in value)) return value
  const fields = value as Readonly<Record<string, number | string>>
  const day = () => `${pad(fields.year, 4)}-${pad(fields.month, 2)}-${pad(fields.day, 2)}`
  switch (fields.__class__) {
    case 'Decimal':
      return fields.decimal
    case 'date':
      return day()
    case 'datetime':
      return `${day()}T${pad(fields.hour, 2)}:${pad(fields.minute, 2)}:${pad(fields.second, 2)}.${pad(fields.microsecond, 6)}`
    default:
      return value
  }
}

const pad = (value: number | string | undefined, length: number) =>
  String(value ?? 0).padStart(length, '0')

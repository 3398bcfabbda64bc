/**
 * The cursor of "changed since". Shopify's search filters by whole seconds and its index is some seconds behind, so a read begins a while
 * before the newest record that was seen, and leaves out the records that the cursor names with the same time.
 */
export interface Since {
  /** The newest `updatedAt` that was seen. ISO 8601. */
  readonly since: string
  /** When the first read began. */
  readonly start: string
  /** Records of the last minutes before `since`, by number, and when they had changed. */
  readonly seen: ReadonlyMap<string, number>
}

const OVERLAP_MS = 120_000
/**
 * How old a time must be before no other change can have it: it has whole seconds. A record that is not settled is read again by the next read.
 */
const SETTLED_MS = 5_000
/** Keeps two of them below 2,000 characters. Records that are left out are read once more, which changes nothing. */
const MOST_SEEN = 50

export interface Changed {
  readonly id: string
  readonly updatedAt: string
}

/** From when to read. */
export function readFrom(cursor: Since): string {
  return new Date(Date.parse(cursor.since) - OVERLAP_MS).toISOString()
}

export function isSeen(cursor: Since, record: Changed): boolean {
  return cursor.seen.get(record.id) === Date.parse(record.updatedAt)
}

/** Whether a record cannot change any more without another time. @param now by the clock of the shop */
export function isSettled({ updatedAt }: Changed, now: string): boolean {
  return Date.parse(updatedAt) < Date.parse(now) - SETTLED_MS
}

/**
 * The cursor after these records. Without new ones it is the same as before.
 *
 * @param now when they were read, by the clock of the shop
 */
export function advance(cursor: Since, records: readonly Changed[], now: string): Since {
  const news = records.filter((record) => !isSeen(cursor, record))
  if (news.length === 0) return cursor
  const latest = Math.max(Date.parse(cursor.since), ...news.map((one) => Date.parse(one.updatedAt)))
  const all = new Map(cursor.seen)
  for (const one of news) if (isSettled(one, now)) all.set(one.id, Date.parse(one.updatedAt))
  const kept = [...all]
    .filter(([, time]) => time >= latest - OVERLAP_MS)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST_SEEN)
  return { since: new Date(latest).toISOString(), start: cursor.start, seen: new Map(kept) }
}

/** As text: the time, and each record as its number and the milliseconds before that time, in base 36. */
export function writeSince({ since, start, seen }: Since): string {
  const latest = Date.parse(since)
  const records = [...seen].map(
    ([id, time]) => `${BigInt(id).toString(36)}.${(latest - time).toString(36)}`,
  )
  return `since ${since} ${start} ${records.join(' ')}`.trim()
}

/** @returns undefined if the text is no such cursor, such as one of another version: the read then begins anew */
export function readSince(text: string | undefined): Since | undefined {
  const [word, since, start, ...records] = text?.split(' ') ?? []
  const latest = Date.parse(since ?? '')
  if (word !== 'since' || !since || !start || Number.isNaN(latest)) return undefined
  const seen = new Map<string, number>()
  for (const record of records) {
    const [id = '', before = ''] = record.split('.')
    seen.set(String(fromBase36(id)), latest - Number.parseInt(before, 36))
  }
  return { since, start, seen }
}

function fromBase36(text: string): bigint {
  let value = 0n
  for (const digit of text) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  return value
}

/** Everything that changes from this moment on. */
export function sinceTime(time: string): Since {
  const since = new Date(time).toISOString()
  return { since, start: since, seen: new Map() }
}

/** Two of them in one text, for reads that follow two lists. */
export function writePair(one: Since, other: Since): string {
  return `${writeSince(one)}|${writeSince(other)}`
}

export function readPair(text: string | undefined): readonly [Since, Since] | undefined {
  const [one, other] = (text ?? '').split('|').map((part) => readSince(part))
  return one && other ? [one, other] : undefined
}

/** Search parameters of URLs as schemas. */
import * as v from 'valibot'

/** What {@link searchSchema} accepts in links: a parameter that is undefined is left out. */
type Given<Entries extends v.ObjectEntries> = {
  readonly [Name in keyof Entries]?: v.InferOutput<Entries[Name]> | undefined
}

/** What {@link searchSchema} returns. */
type Search<Entries extends v.ObjectEntries> = {
  readonly [Name in keyof Entries]?: v.InferOutput<Entries[Name]>
}

/**
 * Returns the schema of the search parameters of a page, for `validateSearch` of a route and for `v.parse`. A value that is not valid is left
 * out, so that an old or mistyped URL still opens the page. Parameters without a schema are left out, too.
 *
 * @example v.parse(searchSchema({ id }), { id: '7', other: 1 }) // { id: 7 }
 */
export function searchSchema<Entries extends v.ObjectEntries>(
  entries: Entries,
): v.GenericSchema<Given<Entries>, Search<Entries>> {
  const lenient = Object.entries(entries).map(([name, schema]) => [
    name,
    v.fallback(v.optional(schema), undefined),
  ])
  const schema = v.pipe(v.object(Object.fromEntries(lenient)), v.transform(withoutUndefined))
  return schema as v.GenericSchema<unknown, unknown> as never
}

function withoutUndefined(search: object): object {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

const textOrNumber = v.union([v.string(), v.number()])

/** A text that is not empty. The router parses digits in a URL as a number. */
export const text = v.pipe(textOrNumber, v.toString(), v.trim(), v.nonEmpty())

/** The id of a record. */
export const id = v.pipe(textOrNumber, v.toNumber(), v.safeInteger(), v.minValue(1))

/** A number of units. */
export const units = v.pipe(
  textOrNumber,
  v.toNumber(),
  v.integer(),
  v.minValue(0),
  v.maxValue(2_147_483_647),
)

/** Something that is switched on. It is left out when it is off. */
export const flag = v.pipe(
  v.union([v.literal(true), v.literal('true')]),
  v.transform(() => true as const),
)

/** The parameters of a list: its position, and the text that is searched. */
export const listEntries = { cursor: v.pipe(v.string(), v.nonEmpty()), q: text }

/** The parameters of a list with panels: its position, the action of the open panel, and the record of the action. */
export function panelSearch<const Action extends string>(actions: readonly Action[]) {
  return searchSchema({ cursor: listEntries.cursor, action: v.picklist(actions), id })
}

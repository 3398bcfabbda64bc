/** Checks for each kind of principal that a call gives the same answer for a record of another customer as for one that does not exist. */
import type { KeyKind, Requirement } from '@entrepot/marketplace'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'

/** Names of records, keyed by a word for the record, such as `{ order: 'A-1', orderId: 7 }`. */
export type Names = Readonly<Record<string, string | number>>

/** A call that names records, or that lists them. */
export interface IsolatedCall<N extends Names = Names> {
  /** The path of the call. @default the route with the names in place of its parameters */
  readonly url?: (names: N) => string
  readonly body?: (names: N) => unknown
  /** Status for a stranger who may make the call. */
  readonly status: number
  /** The body that every stranger gets. For lists. */
  readonly answer?: unknown
  /** The kind of principal that makes the call. @default all */
  readonly as?: KeyKind
  /** Whether the call removes the record of the owner, so that only one owner can make it. */
  readonly once?: boolean
}

/** The calls of each route, by method and path with placeholders: `GET /v2/orders/:reference`. */
export type IsolationTable<N extends Names = Names> = Readonly<
  Record<string, IsolatedCall<N> | readonly IsolatedCall<N>[]>
>

/** A principal. */
export interface Caller {
  /** For messages. */
  readonly name: string
  readonly kind: KeyKind
  readonly headers: Readonly<Record<string, string>>
}

/** What {@link checkIsolation} needs. */
export interface IsolationParts<N extends Names> {
  readonly app: FastifyInstance
  /** From {@link collectRoutes}. */
  readonly routes: ReadonlyMap<string, readonly KeyKind[]>
  /** Records of the owner. Numbers must not occur elsewhere in answers. */
  readonly theirs: N
  /** Names that no record has. */
  readonly missing: N
  /** The owner of the records, with each kind of credential. */
  readonly owners: readonly Caller[]
  /** Creates customers without records, with a principal of each kind. */
  readonly createStrangers: () => Promise<readonly Caller[]>
  /** A checksum of all data of the owner. */
  readonly checksum: () => Promise<string>
}

/**
 * Collects the calls of an application with the kinds of principals that they accept. Call it before the plugin is registered. The map is
 * complete when the application is ready.
 */
export function collectRoutes(app: FastifyInstance): ReadonlyMap<string, readonly KeyKind[]> {
  const routes = new Map<string, readonly KeyKind[]>()
  app.addHook('onRoute', ({ method, url, config }) => {
    const requires = config?.requires
    // Streams are tested with sockets, because their calls would never end here.
    if (!requires || config.isEndless) return
    const kinds = ([requires].flat() as Requirement[]).map(({ kind }) => kind)
    for (const name of [method].flat()) if (name !== 'HEAD') routes.set(`${name} ${url}`, kinds)
  })
  return routes
}

/**
 * Makes a call as each stranger, once with the names of the owner and once with names that do not exist. Fails if the answers differ, if
 * an answer shows another name of the owner, if data of the owner has changed, or if the owner gets the same answer, in which case the
 * names are wrong.
 */
export async function checkIsolation<N extends Names>(
  parts: IsolationParts<N>,
  route: string,
  call: IsolatedCall<N>,
): Promise<void> {
  const { app, routes, theirs, missing, owners } = parts
  const accepted = routes.get(route) ?? []
  const isMeant = ({ kind }: Caller) => call.as === undefined || call.as === kind
  const before = await parts.checksum()
  let answers = ''
  for (const stranger of (await parts.createStrangers()).filter(isMeant)) {
    const foreign = await send(app, route, call, stranger, theirs)
    const absent = await send(app, route, call, stranger, missing)
    const mayCall = accepted.includes(stranger.kind)
    expect([stranger.name, foreign.status]).toEqual([stranger.name, mayCall ? call.status : 403])
    expect([stranger.name, foreign.answer]).toEqual([stranger.name, absent.answer])
    expect(foreign.shown, `what ${stranger.name} sees of the owner`).toEqual([])
    if (mayCall && call.answer !== undefined) expect(foreign.body).toEqual(call.answer)
    if (mayCall) answers = foreign.answer
  }
  expect(await parts.checksum(), 'the data of the owner').toBe(before)
  const makers = owners.filter((owner) => isMeant(owner) && accepted.includes(owner.kind))
  for (const owner of call.once ? makers.slice(0, 1) : makers) {
    const own = await send(app, route, call, owner, theirs)
    expect(own.status, `the status for ${owner.name}`).toBeLessThan(500)
    expect(own.answer, `the answer for ${owner.name}`).not.toBe(answers)
  }
}

async function send<N extends Names>(
  app: FastifyInstance,
  route: string,
  call: IsolatedCall<N>,
  { headers }: Caller,
  names: N,
) {
  const [method, pattern = ''] = route.split(' ')
  const fill = (_: string, name: string) => encodeURIComponent(String(names[name] ?? `:${name}`))
  const url = call.url?.(names) ?? pattern.replaceAll(/:(\w+)/g, fill)
  const body = call.body?.(names)
  const response = await app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(body !== undefined && { payload: body as object }),
  })
  const sent = `${decodeURIComponent(url)} ${JSON.stringify(body ?? null)}`
  const shown = Object.values(names).filter(
    (value) => !contains(sent, value) && contains(response.body, value),
  )
  return {
    status: response.statusCode,
    body: isJson(response) ? response.json() : response.body,
    answer: `${response.statusCode} ${withoutNames(response.body, names)}`,
    shown,
  }
}

const wordOf = (value: string | number) =>
  new RegExp(`(?<![\\w-])${String(value).replaceAll(/[^\w-]/g, '\\$&')}(?![\\w-])`, 'g')
const contains = (text: string, value: string | number) => wordOf(value).test(text)

/** The text of an answer with placeholders for what differs from call to call: the names of the call, ids of new records, times and request ids. */
function withoutNames(text: string, names: Names): string {
  const unnamed = Object.entries(names).reduce(
    (changed, [name, value]) => changed.replaceAll(wordOf(value), `<${name}>`),
    text,
  )
  return unnamed
    .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '<time>')
    .replaceAll(/"requestId":"[^"]*"/g, '<request>')
    .replaceAll(/"Id":\d+/g, '<id>')
}

/** Exports are lines of JSON or CSV. */
function isJson({ body, headers }: { body: string; headers: Record<string, unknown> }): boolean {
  return body !== '' && /[/+]json/.test(String(headers['content-type']))
}

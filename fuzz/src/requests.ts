/** Requests for the calls of the document: valid ones, and ones with an issue. */
import type { Random } from '@entrepot/test-support/random'
import type { Call, Parameter } from './document.ts'
import { FILES } from './files.ts'
import { breakBody, writeMutated } from './mutations.ts'
import { ODD_PARAMETERS } from './odd-parameters.ts'
import type { Credential, Headers } from './parties.ts'
import type { Json, JsonObject } from './pool.ts'
import { makeValue, ODD_TEXTS, type Values } from './values.ts'

export interface FuzzRequest {
  readonly call: Call
  readonly url: string
  readonly headers: Headers
  readonly body?: Uint8Array
  /** Who sends it; its headers may differ from those of the principal. */
  readonly credential: Credential
  /** What was done to it, for the report. */
  readonly kind:
    | 'valid'
    | 'mutated'
    | 'broken body'
    | 'huge body'
    | 'odd headers'
    | 'odd address'
    | 'odd parameter'
  /** The path may not be that of the call. */
  readonly isElsewhere: boolean
}

const KINDS: readonly FuzzRequest['kind'][] = [
  'valid',
  'valid',
  'valid',
  'valid',
  'mutated',
  'mutated',
  'mutated',
  'broken body',
  'odd headers',
  'odd address',
]

/** Bodies above the limits of all calls are slow. */
const HUGE_SHARE = 0.02

/** A valid request, except that one parameter of the path or query has the given text. */
export function makeWithParameter(
  call: Call,
  credential: Credential,
  values: Values,
  { in: place, name }: Parameter,
  text: string,
): FuzzRequest {
  const inQuery = place === 'query'
  const path = fillPath(inQuery ? call : replaceInPath(call, name, text), values, false)
  const query = makeQuery(call, values, false, inQuery ? `${name}=${text}` : undefined)
  const type = pickType(call, values.random)
  const body = makeBody(call, type, values, 'valid')
  const headers = { ...(body && { 'content-type': type }), ...credential.headers }
  const url = `${path}${query}`
  const kind = 'odd parameter'
  return { call, credential, url, headers, ...(body && { body }), kind, isElsewhere: true }
}

function replaceInPath(call: Call, name: string, text: string): Call {
  return { ...call, path: call.path.replace(`{${name}}`, text) }
}

export function makeRequest(call: Call, credential: Credential, values: Values): FuzzRequest {
  const { random } = values
  const kind = random.chance(HUGE_SHARE) ? 'huge body' : random.pick(KINDS)
  const isOdd = kind === 'odd address'
  const path = fillPath(call, values, isOdd)
  const query = makeQuery(call, values, isOdd)
  const type = pickType(call, random)
  const body = makeBody(call, type, values, kind)
  const headers: Headers = {
    ...(body && { 'content-type': type }),
    ...(random.chance(0.3) && { 'idempotency-key': makeKey(random) }),
    ...makeHeaders(call, values),
    ...credential.headers,
    ...(kind === 'odd headers' && makeOddHeaders(random)),
  }
  const url = `${path}${query}`
  return { call, credential, url, headers, ...(body && { body }), kind, isElsewhere: isOdd }
}

/** Headers of the call besides the key, such as the place in a stream. */
function makeHeaders({ operation }: Call, values: Values): Headers {
  const { random } = values
  const made = (operation.parameters ?? [])
    .filter(({ in: place, name }) => place === 'header' && !/^idempotency-key$/i.test(name))
    .filter(() => random.chance(0.4))
    .map(({ name, schema }) => {
      const value = random.chance(0.6) ? makeValue(schema, values, name) : random.pick(ODD_HEADERS)
      // What no header can contain is percent-encoded.
      return [name.toLowerCase(), encodeURI(String(value).toWellFormed())] as const
    })
  return Object.fromEntries(made)
}

const ODD_HEADERS = [
  '',
  '-1',
  '0',
  '9'.repeat(30),
  'x'.repeat(2000),
  'null',
  '1,2',
  'AAAA',
] as const

function makeKey(random: Random): string {
  return random.pick([`fuzz-key-${random.int(1, 20)}`, `once-${random.int(1, 1e9)}`])
}

function fillPath({ path, operation }: Call, values: Values, isOdd: boolean): string {
  const delivery =
    !isOdd && path.includes('{deliveryId}') && values.random.chance(0.7)
      ? values.pool.delivery(values.random)
      : undefined
  if (delivery !== undefined)
    return path
      .replace('{id}', `${delivery.webhookId}`)
      .replace('{deliveryId}', `${delivery.deliveryId}`)
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const { random } = values
    if (isOdd && random.chance(0.7)) return random.pick(ODD_PARAMETERS)
    const parameter = operation.parameters?.find((one) => one.in === 'path' && one.name === name)
    const value = String(makeValue(parameter?.schema ?? {}, values, name))
    // A reference in a path may be that of any record.
    const known = random.pick([
      () => values.pool.pickRecord(random, path, name),
      () => values.pool.pickRecord(random, path, name),
      () => values.pool.pick(random, name),
      () => undefined,
    ])()
    return encodeURIComponent(String(known ?? value)).replace(/^\.+$/, '%2E')
  })
}

/** @param given a parameter with its value, which is not made again */
function makeQuery(
  { operation }: Call,
  values: Values,
  isOdd: boolean,
  given: string | undefined = undefined,
): string {
  const { random } = values
  const parts = given === undefined ? [] : [given]
  for (const one of operation.parameters ?? []) {
    if (given?.startsWith(`${one.name}=`)) continue
    if (one.in === 'query' && (one.required || random.chance(0.3))) {
      parts.push(...makePair(one, values, isOdd))
    }
  }
  if (isOdd && random.chance(0.3))
    parts.push(random.pick(['unknown=1', '=', '&&', '__proto__=1', '%=%', 'a[b]=c']))
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

function makePair({ name, schema }: Parameter, values: Values, isOdd: boolean): readonly string[] {
  const { random } = values
  const write = () =>
    `${name}=${encodeURIComponent(String(makeValue(schema, values, name)).toWellFormed())}`
  if (!isOdd) return [write()]
  const known = values.pool.pick(random, 'CreatedAt') ?? ''
  return random.pick([
    [write(), write()],
    [`${name}=${random.pick(ODD_PARAMETERS)}`],
    [`${name}=${encodeURIComponent(String(known))}`],
    [`${name}=${encodeURIComponent(random.pick(ODD_TEXTS))}`],
    [`${name}[]=1`],
    [name],
  ])
}

const JSON_TYPE = 'application/json'

/** Files are taken whatever their type says. */
const FILE_TYPES = [
  'text/csv',
  'application/x-ndjson',
  'application/xml',
  JSON_TYPE,
  'a/b;c',
] as const

/** The content type of the body: one that the call takes. */
function pickType({ operation }: Call, random: Random): string {
  const types = Object.keys(operation.requestBody?.content ?? {})
  if (operation.operationId === 'createImport') return random.pick(FILE_TYPES)
  return types.length === 0 ? JSON_TYPE : random.pick(types)
}

function makeBody(
  call: Call,
  type: string,
  values: Values,
  kind: FuzzRequest['kind'],
): Uint8Array | undefined {
  const { random } = values
  if (kind === 'huge body') return call.method === 'GET' ? undefined : makeHuge(random)
  if (type !== JSON_TYPE || call.operation.operationId === 'createImport') {
    const file = random.pick(FILES)
    return kind === 'broken body' ? breakBody(file, random) : Buffer.from(file)
  }
  const schema = call.operation.requestBody?.content[JSON_TYPE]?.schema
  if (schema === undefined) {
    return kind === 'broken body' && call.method !== 'GET' ? breakBody('{}', random) : undefined
  }
  const value = ofOneOrder(makeValue(schema, values), values)
  if (kind === 'mutated') return Buffer.from(writeMutated(value, schema, values))
  const text = JSON.stringify(value)
  return kind === 'broken body' ? breakBody(text, random) : Buffer.from(text)
}

/** One byte above 1 MB or 10 MB, which are the limits of calls. */
function makeHuge(random: Random): Uint8Array {
  return Buffer.alloc(random.pick([1, 10]) * 1024 * 1024 + 1, random.pick(['[', ' ', '\0']))
}

/** The references of an order, its lines and their names in requests. */
const ORDER_FIELDS = {
  OrderId: 'Id',
  MerchantOrderReference: 'MerchantReference',
  ChannelOrderReference: 'ChannelReference',
}
const LINE_FIELDS = {
  OrderLineId: 'Id',
  MerchantOrderLineReference: 'MerchantReference',
  ChannelOrderLineReference: 'ChannelReference',
}

/** Lets a body refer to the lines of one existing order, since references of different orders rarely fit. */
function ofOneOrder(value: Json, { random, pool }: Values): Json {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const body = value as JsonObject
  const named = Object.entries(ORDER_FIELDS).find(([name]) => name in body)?.[1]
  const order = named && random.chance(0.7) ? pool.order(random, named) : undefined
  if (order === undefined) return value
  const changed = rename(body, order, ORDER_FIELDS)
  if (!Array.isArray(body.Lines)) return changed
  const lines = (order.Lines as readonly JsonObject[]).slice(0, random.int(1, 3))
  const first = body.Lines[0] as JsonObject | undefined
  // A line is named by any of its references.
  const isNamed = Object.keys(LINE_FIELDS).some((name) => name in (first ?? {}))
  const reference = 'MerchantOrderReference' in body ? 'MerchantOrder' : 'ChannelOrder'
  const sample = isNamed ? first : { ...first, [`${reference}LineReference`]: null }
  const Lines = lines.map((line) => ({
    ...rename(sample ?? {}, line, LINE_FIELDS),
    ...(first !== undefined && 'Quantity' in first && { Quantity: random.int(1, 2) }),
  }))
  return { ...changed, Lines }
}

function rename(
  target: JsonObject,
  source: JsonObject,
  fields: Readonly<Record<string, string>>,
): JsonObject {
  const known = Object.entries(fields).filter(([to, from]) => to in target && source[from] != null)
  return { ...target, ...Object.fromEntries(known.map(([to, from]) => [to, source[from] ?? null])) }
}

function makeOddHeaders(random: Random): Headers {
  return random.pick<Headers>([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/json;charset' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': '' },
    { 'content-type': ['application/json', 'text/plain'] },
    { 'content-encoding': 'gzip' },
    { accept: 'text/html' },
    { 'idempotency-key': ['abcdefgh-1', 'abcdefgh-2'] },
    {
      'idempotency-key': random.pick([
        '',
        'short',
        'x'.repeat(256),
        'with space inside',
        'é'.repeat(9),
      ]),
    },
    { 'x-api-key': ['a', 'b'] },
    { 'x-api-key': random.pick(['', 'x', 'x'.repeat(4000), 'ent_m1_x', '\u00ff\u00fe']) },
    { 'request-id': random.pick(['', 'x'.repeat(4000), '0123456789abcdef', '"><b>']) },
    { 'request-id': ['0123456789abcdef', 'fedcba9876543210'] },
    { authorization: random.pick(['Bearer', 'Bearer x', 'Basic eDp5', 'Bearer a.b.c']) },
    { 'entrepot-customer': random.pick(['1', '-1', 'x', '9'.repeat(40)]) },
    { 'x-forwarded-for': '\u00ff', forwarded: 'for=_x' },
    { 'if-none-match': '"x"', 'if-match': '*', range: 'bytes=0-1' },
    { cookie: 'entrepot_session=x; __proto__=1', origin: 'null' },
    { expect: '100-continue' },
    { 'x-http-method-override': 'DELETE' },
  ])
}

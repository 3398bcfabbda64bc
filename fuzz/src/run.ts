/** A run: rounds on fresh databases, each a sequence of requests that depends only on the seed and its number. */
import { createRandom, type Random } from '@entrepot/test-support/random'
import { type ApiDocument, type Call, listCalls, readDocument } from './document.ts'
import { measureHeap } from './garbage.ts'
import { listOddParameters } from './odd-parameters.ts'
import { createEvaluator, type Evaluator } from './oracles.ts'
import type { Credential } from './parties.ts'
import type { Json } from './pool.ts'
import { type FuzzRequest, makeRequest, makeWithParameter } from './requests.ts'
import { type Answer, isJson, send, writeCurl } from './send.ts'
import { createWorld, type Limits, type World } from './world.ts'

export interface FuzzOptions {
  readonly seed: number
  /** Number of the first round. @default 0 */
  readonly round?: number
  /** Requests of each round. */
  readonly requests: number
  /** Whether to begin another round. */
  readonly goesOn: (rounds: number) => boolean
  readonly onViolation?: (text: string) => void
}

export interface FuzzReport {
  readonly rounds: number
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>
  readonly calls: number
  /** The calls that were never answered with 2xx. */
  readonly unsuccessful: readonly string[]
  readonly violations: readonly string[]
}

/** These may end the credentials of the principals, after which most calls answer 401, so they are rare. */
const ENDING: ReadonlySet<string> = new Set([
  'changeChannel',
  'changeKey',
  'changeMember',
  'deleteAgent',
  'deleteChannel',
  'deleteKey',
  'deleteMember',
  'rotateKey',
])

/** Each fourth round has limits that it reaches. In the others, no choice depends on the time. */
const LIMITED = 4
const LOW_LIMITS: Limits = { read: 50, write: 40, bulk: 3, sync: 5, unauthenticated: 5 }
const NO_LIMITS: Limits = { read: 0, write: 0, bulk: 0, sync: 0, unauthenticated: 0 }

/** Heap that a run may add between its second round and its end. */
const HEAP_GROWTH = 100 * 1024 * 1024

export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const document = readDocument()
  const calls = listCalls(document)
  const tally = {
    ...{ statuses: new Map<number, number>(), succeeded: new Set<string>() },
    violations: [] as string[],
    successes: 0,
  }
  const parts = { document, calls, evaluate: createEvaluator(document), tally, options }
  let heap = 0
  let rounds = 0
  for (; options.goesOn(rounds); rounds += 1) {
    await runRound((options.round ?? 0) + rounds, parts)
    if (rounds === 1) heap = await measureHeap()
  }
  const after = heap > 0 ? await measureHeap() : 0
  if (after - heap > HEAP_GROWTH)
    report(parts, `memory: the heap grew from ${heap} to ${after} bytes`)
  const { statuses, violations } = tally
  const unsuccessful = calls
    .map(({ operation }) => operation.operationId)
    .filter((name) => !tally.succeeded.has(name))
  return { statuses, violations, rounds, calls: calls.length, unsuccessful }
}

interface Parts {
  readonly document: ApiDocument
  readonly calls: readonly Call[]
  readonly evaluate: Evaluator
  readonly tally: {
    readonly statuses: Map<number, number>
    readonly succeeded: Set<string>
    readonly violations: string[]
    successes: number
  }
  readonly options: FuzzOptions
}

async function runRound(round: number, parts: Parts): Promise<void> {
  const isLimited = round % LIMITED === LIMITED - 1
  const world = await createWorld(isLimited ? LOW_LIMITS : NO_LIMITS)
  try {
    const random = createRandom(parts.options.seed, round)
    const schemas = parts.document.components.schemas
    const open = new Set(parts.calls)
    const { requests } = parts.options
    for (let number = 0; number < requests; number += 1) {
      const call = pickCall(parts.calls, open, random, number / requests)
      const credential = pickPrincipal(call, world, random)
      // Sometimes with the references of another customer.
      const other = random.chance(0.85) ? credential : random.pick(world.principals)
      const values = { random, pool: world.poolOf(other), schemas }
      const request = makeRequest(call, credential, values)
      const succeeded = parts.tally.successes
      await evaluateOne(world, request, parts, `round ${round}, request ${number}`)
      if (parts.tally.successes > succeeded) open.delete(call)
    }
    // Last, because the values of limited rounds would be refused before they are read.
    if (!isLimited) await tryParameters(world, round, random, parts)
  } finally {
    await world.close()
  }
}

/** Sends each parameter of each call with an odd text, as someone who may use the call. */
async function tryParameters(
  world: World,
  round: number,
  random: Random,
  parts: Parts,
): Promise<void> {
  const schemas = parts.document.components.schemas
  for (const { call, parameter, text } of listOddParameters(parts.calls, round)) {
    const credential = random.pick(listFitting(call, world).full)
    const values = { random, pool: world.poolOf(credential), schemas }
    const request = makeWithParameter(call, credential, values, parameter, text)
    await evaluateOne(world, request, parts, `round ${round}, parameter ${parameter.name}=${text}`)
  }
}

/** Sends a request, and reports what is wrong. */
async function evaluateOne(
  world: World,
  request: FuzzRequest,
  parts: Parts,
  place: string,
): Promise<void> {
  const issue = await tryOne(world, request, parts)
  if (issue === undefined) return
  const where = `seed ${parts.options.seed}, ${place} (${request.kind})`
  const small = await shrink(world, request, issue, parts)
  const { operationId } = request.call.operation
  report(parts, `${issue}\n${where}, ${operationId}\n${writeCurl(world.origin, small)}`)
}

/** How far a round is when calls that may end credentials are no longer rare. */
const LATE = 0.8

/** Often one that has not succeeded in this round. `progress` of the round is from 0 to 1. */
function pickCall(
  calls: readonly Call[],
  open: ReadonlySet<Call>,
  random: Random,
  progress: number,
): Call {
  const call = random.pick(open.size > 0 && random.chance(0.5) ? [...open] : calls)
  const isRare = progress < LATE && ENDING.has(call.operation.operationId) && random.chance(0.9)
  return isRare ? pickCall(calls, open, random, progress) : call
}

/** Mostly one that may use the call. Anyone for a public call. */
function pickPrincipal(call: Call, world: World, random: Random): Credential {
  const { principals } = world
  if (call.operation['x-access'].length === 0) return random.pick(principals)
  const { fitting, full } = listFitting(call, world)
  return random.pick(random.pick([full, full, full, full, fitting, principals]))
}

/** The principals of the kinds that a call accepts, and those of them that may do everything. */
function listFitting({ operation }: Call, { principals }: World) {
  const kinds = operation['x-access'].map(({ kind }) => kind)
  const fitting = principals.filter(
    ({ kind }) => kinds.length === 0 || (kind !== undefined && kinds.includes(kind)),
  )
  return { fitting, full: fitting.filter(({ isFull }) => isFull) }
}

function report({ tally, options }: Parts, text: string): void {
  tally.violations.push(text)
  options.onViolation?.(text)
}

/** Sends a request, and applies all oracles. Returns what is wrong. */
async function tryOne(
  world: World,
  request: FuzzRequest,
  parts: Parts,
): Promise<string | undefined> {
  await world.remember()
  const logged = world.log().length
  let answer: Answer
  try {
    answer = await send(world.origin, request, world.agent)
  } catch (error) {
    return `no answer: ${error instanceof Error ? error.message : error}`
  }
  const { statuses, succeeded } = parts.tally
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  const issue = parts.evaluate(request, answer)
  if (issue !== undefined) {
    world.changed()
    return `${issue}\nAnswer: ${answer.text.slice(0, 1500)}\n${world.log().slice(logged, logged + 3000)}`
  }
  if (answer.status < 300) {
    succeeded.add(request.call.operation.operationId)
    parts.tally.successes += 1
    const hasValue = isJson(String(answer.headers['content-type'])) && answer.text !== ''
    const value = hasValue ? (JSON.parse(answer.text) as Json) : null
    const pool = world.poolOf(request.credential)
    pool.learn(value)
    const [path = ''] = request.url.split('?')
    pool.learnRecords(request.isElsewhere ? request.call.path : path, value)
    // GET, too: a channel that polls says by it that it is there.
    world.changed()
    return undefined
  }
  const changed = await world.differences()
  if (changed.length === 0) return undefined
  return `an answer with status ${answer.status} changed ${changed.join(', ')}\nAnswer: ${answer.text.slice(0, 500)}`
}

/** Leaves out properties and headers without which the first line of the issue stays the same. */
async function shrink(
  world: World,
  request: FuzzRequest,
  issue: string,
  parts: Parts,
): Promise<FuzzRequest> {
  const [same] = issue.split('\n')
  let small = request
  for (const smaller of listSmaller(request)) {
    const candidate = smaller(small)
    const found = await tryOne(world, candidate, parts)
    if (found?.split('\n')[0] === same) small = candidate
  }
  return small
}

function* listSmaller(request: FuzzRequest): Generator<(from: FuzzRequest) => FuzzRequest> {
  for (const name of Object.keys(request.headers)) {
    yield (from) => {
      const { [name]: _, ...headers } = from.headers
      return { ...from, headers }
    }
  }
  for (const name of listNames(request.body)) {
    yield (from) => {
      const { [name]: _, ...rest } = JSON.parse(Buffer.from(from.body ?? []).toString())
      return { ...from, body: Buffer.from(JSON.stringify(rest)) }
    }
  }
}

/** The properties of a body that survives JSON.parse and JSON.stringify. */
function listNames(body: Uint8Array | undefined): readonly string[] {
  try {
    const text = Buffer.from(body ?? []).toString()
    const value = JSON.parse(text)
    return JSON.stringify(value) === text && !Array.isArray(value)
      ? Object.keys(value).slice(0, 50)
      : []
  } catch {
    return []
  }
}

/** A run: rounds on fresh databases, each a sequence of requests that depends only on the seed and its number. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createRandom, type Random } from '@entrepot/test-support/random'
import { type ApiDocument, type Call, listCalls, readDocument } from './document.ts'
import { createJudge, type Judge } from './oracles.ts'
import type { Json } from './pool.ts'
import { type FuzzRequest, type Headers, makeRequest } from './requests.ts'
import { type Answer, send, writeCurl } from './send.ts'
import { createWorld, type World } from './world.ts'

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
  /** The calls that were answered with 2xx. */
  readonly succeeded: ReadonlySet<string>
  readonly calls: number
  readonly violations: readonly string[]
}

/** The hub answers these, which are not registered here. */
const OF_THE_HUB = /^\/v2\/(me|members|invitations|agents)/

/** These may end the keys of the principals, after which most calls answer 401, so they are rare. */
const ENDING: ReadonlySet<string> = new Set([
  'changeChannel',
  'changeKey',
  'deleteChannel',
  'deleteKey',
  'rotateKey',
])

/** Heap that a run may add between its second round and its end. */
const HEAP_GROWTH = 100 * 1024 * 1024

export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const document = readDocument()
  const calls = listCalls(document).filter(({ path }) => !OF_THE_HUB.test(path))
  const tally = {
    ...{ statuses: new Map<number, number>(), succeeded: new Set<string>() },
    violations: [] as string[],
  }
  const parts = { document, calls, judge: createJudge(document), tally, options }
  let heap = 0
  let rounds = 0
  for (; options.goesOn(rounds); rounds += 1) {
    await runRound((options.round ?? 0) + rounds, parts)
    if (rounds === 1) heap = measureHeap()
  }
  if (heap > 0 && measureHeap() - heap > HEAP_GROWTH) {
    report(parts, `memory: the heap grew from ${heap} to ${measureHeap()} bytes`)
  }
  return { ...tally, rounds, calls: calls.length }
}

interface Parts {
  readonly document: ApiDocument
  readonly calls: readonly Call[]
  readonly judge: Judge
  readonly tally: {
    readonly statuses: Map<number, number>
    readonly succeeded: Set<string>
    readonly violations: string[]
  }
  readonly options: FuzzOptions
}

async function runRound(round: number, parts: Parts): Promise<void> {
  const world = await createWorld()
  try {
    const random = createRandom(parts.options.seed, round)
    const schemas = parts.document.components.schemas
    const values = { random, pool: world.pool, schemas }
    for (let number = 0; number < parts.options.requests; number += 1) {
      const call = pickCall(parts.calls, random)
      const request = makeRequest(call, pickPrincipal(call, world, random), values)
      const fault = await tryOne(world, request, parts)
      if (fault !== undefined) {
        const where = `seed ${parts.options.seed}, round ${round}, request ${number} (${request.kind})`
        const small = await shrink(world, request, fault, parts)
        report(
          parts,
          `${fault}\n${where}, ${call.operation.operationId}\n${writeCurl(world.origin, small)}`,
        )
      }
    }
  } finally {
    await world.close()
  }
}

function pickCall(calls: readonly Call[], random: Random): Call {
  const call = random.pick(calls)
  const isRare = ENDING.has(call.operation.operationId) && random.chance(0.9)
  return isRare ? pickCall(calls, random) : call
}

/** Mostly one that may use the call. */
function pickPrincipal({ operation }: Call, { principals }: World, random: Random): Headers {
  const kinds = operation['x-access'].map(({ kind }) => kind)
  const fitting = principals.filter(({ kind }) => kind !== undefined && kinds.includes(kind))
  return random.pick(random.chance(0.85) ? fitting : principals).headers
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
  world.logged.length = 0
  let answer: Answer
  try {
    answer = await send(world.origin, request, world.agent)
  } catch (error) {
    return `no answer: ${error instanceof Error ? error.message : error}`
  }
  const { statuses, succeeded } = parts.tally
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  const fault = parts.judge(request, answer)
  if (fault !== undefined) {
    world.changed()
    return `${fault}\nAnswer: ${answer.text.slice(0, 1500)}\n${world.logged.join('').slice(0, 3000)}`
  }
  if (answer.status < 300) {
    succeeded.add(request.call.operation.operationId)
    world.pool.learn(JSON.parse(answer.text || 'null') as Json)
    // GET, too: a channel that polls says by it that it is there.
    world.changed()
    return undefined
  }
  const changed = await world.differences()
  if (changed.length === 0) return undefined
  return `an answer with status ${answer.status} changed ${changed.join(', ')}\nAnswer: ${answer.text.slice(0, 500)}`
}

/** Leaves out properties and headers without which the first line of the fault stays the same. */
async function shrink(
  world: World,
  request: FuzzRequest,
  fault: string,
  parts: Parts,
): Promise<FuzzRequest> {
  const [same] = fault.split('\n')
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

function measureHeap(): number {
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

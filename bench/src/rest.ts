import { execFileSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { say } from './measure.ts'
import { clients } from './rest/clients.ts'
import type { LoadResult } from './rest/load.ts'
import { here, measure, runJSON, type ServerProcess, startServerProcess } from './rest/processes.ts'
import { median, rotate, table } from './rest/statistics.ts'
import type { StreamingResult, StreamingRun } from './rest/streaming.ts'

/** What a benchmark returns to the runner. */
export interface BenchResult {
  readonly ratios: Record<string, number>
  readonly targets: Record<string, string>
}

const OURS = '@entrepot/rest'
const BASELINE = 'undici.request'
const PAIR = [OURS, BASELINE]
const SCENARIOS = [
  { name: 'GET c1', method: 'GET', inFlight: 1 },
  { name: 'POST c1', method: 'POST', inFlight: 1 },
  { name: 'GET c64', method: 'GET', inFlight: 64 },
  { name: 'POST c64', method: 'POST', inFlight: 64 },
] as const
type Scenario = (typeof SCENARIOS)[number]

/** Results by `client|scenario`, one per round. */
type Results = Map<string, LoadResult[]>

/**
 * Sends GET and POST of 1 KB JSON over loopback to another process, with 1 and 64 requests in flight, through
 * our client and five others. Each client runs in a process of its own; ours and undici take turns of about a
 * tenth of a second. A ratio is the median of the ratios within each round. Also streams 1 GB, and measures the
 * import time and the size.
 */
export async function run({ quick }: { readonly quick: boolean }): Promise<BenchResult> {
  buildPackage()
  using server = await startServerProcess()
  const results = await measureAll(server, quick)
  print(loadTable(results))
  const streaming = await measureStreaming(server, quick)
  print(streamingTable(streaming, quick))
  print(await importTable(quick ? 2 : 9))
  return { ratios: { ...loadRatios(results), ...streamingRatios(streaming) }, targets: TARGETS }
}

const TARGETS: Record<string, string> = {
  'throughput GET c1 / undici.request': '>=1.0',
  'throughput POST c1 / undici.request': '>=1.0',
  'throughput GET c64 / undici.request': '>=1.1',
  'throughput POST c64 / undici.request': '>=1.0',
  'cpu GET c64 / undici.request': '<=0.9',
  'cpu POST c64 / undici.request': '<=0.9',
  'rss GET c64 / undici.request': '<=0.6',
  'rss POST c64 / undici.request': '<=0.6',
  'throughput GET c64 / fetch': '>=2',
  'throughput POST c64 / fetch': '>=2',
  'throughput GET c64 / ky': '>=3.5',
  'throughput POST c64 / ky': '>=3.5',
  'throughput GET c64 / axios': '>=5',
  'throughput POST c64 / axios': '>=5',
  'throughput GET c64 / got': '>=5',
  'throughput POST c64 / got': '>=5',
  'MB held streaming down': '<=32',
  'MB held streaming up': '<=32',
}

async function measureAll(server: ServerProcess, quick: boolean): Promise<Results> {
  const results: Results = new Map()
  const rounds = quick ? 2 : 9
  for (let round = 0; round < rounds; round++) {
    for (const scenario of rotate(SCENARIOS, round)) {
      for (const group of groupsFor(scenario, round, quick)) {
        const load = { clients: group, ...scenario, ...sizeOf(group, scenario, quick) }
        const measured = await measure(load, server.json)
        for (const [index, result] of measured.entries()) {
          const key = `${group[index]}|${scenario.name}`
          results.set(key, [...(results.get(key) ?? []), result])
        }
      }
    }
    say(`round ${round + 1} of ${rounds}`)
  }
  return results
}

/**
 * The clients that are measured together: ours with undici, then each other client alone. The differences to the others are large, so fewer
 * rounds are enough for them. Quick runs skip clients without a target.
 */
function groupsFor(scenario: Scenario, round: number, quick: boolean): (readonly string[])[] {
  const slower = Object.keys(clients).filter((client) => !PAIR.includes(client))
  const isCompared = quick ? round === 0 && scenario.inFlight === 64 : round < 3
  const alone = isCompared ? rotate(slower, round).map((client) => [client]) : []
  return [rotate(PAIR, round), ...alone]
}

/** With 64 in flight, enough requests that memory stops growing. */
function sizeOf(group: readonly string[], scenario: Scenario, quick: boolean) {
  const fast = group.includes(OURS)
  if (!quick && !fast) return { warmUp: 2_000, requests: 8_000 }
  // With fewer requests, compiling JavaScript would take longer than sending.
  if (!quick) return { warmUp: 10_000, requests: scenario.inFlight === 1 ? 20_000 : 40_000 }
  if (!fast) return { warmUp: 300, requests: 900 }
  return { warmUp: 3_000, requests: scenario.inFlight === 1 ? 5_000 : 10_000 }
}

function loadRatios(results: Results): Record<string, number> {
  const ratios: Record<string, number> = {}
  for (const { name } of SCENARIOS) {
    for (const client of Object.keys(clients).filter((other) => other !== OURS)) {
      if (!results.has(`${client}|${name}`)) continue
      const ratio = (pick: (result: LoadResult) => number) =>
        pairedRatio(results, OURS, client, name, pick)
      ratios[`throughput ${name} / ${client}`] = ratio((result) => result.perSecond)
      ratios[`cpu ${name} / ${client}`] = ratio((result) => result.cpuMicros)
      ratios[`rss ${name} / ${client}`] = ratio((result) => result.rssMB)
    }
  }
  return ratios
}

/** The median over the rounds of the ratio within each round. */
function pairedRatio(
  results: Results,
  client: string,
  other: string,
  scenario: string,
  pick: (result: LoadResult) => number,
): number {
  const theirs = results.get(`${other}|${scenario}`) ?? []
  const own = results.get(`${client}|${scenario}`) ?? []
  const ratios = theirs.flatMap((result, round) => {
    const pair = own[round]
    return pair === undefined ? [] : [pick(pair) / pick(result)]
  })
  return median(ratios)
}

function loadTable(results: Results): string {
  const heading = [
    '',
    'req/s',
    'CPU us/req',
    'p50 ms',
    'p99 ms',
    'peak RSS MB',
    'req/s',
    'CPU',
    'RSS',
  ]
  const rows = SCENARIOS.flatMap(({ name }) => [
    [`-- ${name}`, ...new Array(5).fill(''), ...new Array(3).fill('/ undici')],
    ...Object.keys(clients)
      .filter((client) => results.has(`${client}|${name}`))
      .map((client) => loadRow(results, client, name)),
  ])
  return table([heading, ...rows])
}

function loadRow(results: Results, client: string, scenario: string): string[] {
  const own = results.get(`${client}|${scenario}`) ?? []
  const middle = (pick: (result: LoadResult) => number) => median(own.map(pick))
  const ratio = (pick: (result: LoadResult) => number) =>
    pairedRatio(results, client, BASELINE, scenario, pick).toFixed(2)
  return [
    client,
    middle((result) => result.perSecond).toFixed(0),
    middle((result) => result.cpuMicros).toFixed(1),
    middle((result) => result.p50).toFixed(2),
    middle((result) => result.p99).toFixed(2),
    middle((result) => result.rssMB).toFixed(0),
    ratio((result) => result.perSecond),
    ratio((result) => result.cpuMicros),
    ratio((result) => result.rssMB),
  ]
}

/** Results by client, one per round. */
type StreamingResults = ReadonlyMap<string, readonly StreamingResult[]>

async function measureStreaming(server: ServerProcess, quick: boolean): Promise<StreamingResults> {
  const results = new Map<string, StreamingResult[]>(PAIR.map((client) => [client, []]))
  const bytes = String(quick ? 2 ** 27 : 2 ** 30)
  for (let round = 0; round < (quick ? 1 : 5); round++) {
    for (const client of rotate(PAIR, round)) {
      const script = ['--expose-gc', here('streaming.ts'), client, server.stream, bytes]
      results.get(client)?.push(await runJSON<StreamingResult>(script))
    }
  }
  return results
}

/** The median of one figure of the streams of a client. */
function streamed(
  results: StreamingResults,
  client: string,
  direction: keyof StreamingResult,
  figure: keyof StreamingRun,
): number {
  return median((results.get(client) ?? []).map((result) => result[direction][figure]))
}

function streamingRatios(results: StreamingResults): Record<string, number> {
  return {
    'MB held streaming down': streamed(results, OURS, 'down', 'heldMB'),
    'MB held streaming up': streamed(results, OURS, 'up', 'heldMB'),
  }
}

function streamingTable(results: StreamingResults, quick: boolean): string {
  const directions = ['down', 'up'] as const
  const rows = directions.flatMap((direction) =>
    PAIR.map((client) => {
      const figure = (name: keyof StreamingRun) => streamed(results, client, direction, name)
      return [
        `${direction}, ${client}`,
        figure('mbPerSecond').toFixed(0),
        figure('heldMB').toFixed(1),
        figure('peakMB').toFixed(1),
      ]
    }),
  )
  const size = quick ? '128 MB' : '1 GB'
  return table([[`streaming ${size}`, 'MB/s', 'MB held', 'peak with garbage'], ...rows])
}

async function importTable(rounds: number): Promise<string> {
  const rows: string[][] = []
  for (const specifier of [OURS, 'undici', 'ky', 'axios', 'got']) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      times.push(await runJSON<number>([here('import-time.ts'), specifier]))
    }
    rows.push([specifier, median(times).toFixed(0)])
  }
  const { files, bytes } = sizeOfPackage()
  const size = `${OURS}: ${files} files of JavaScript, ${(bytes / 1024).toFixed(0)} KiB, before undici`
  return `${table([['import', 'ms'], ...rows])}\n${size}`
}

function sizeOfPackage(): { files: number; bytes: number } {
  const dist = fileURLToPath(new URL('../../packages/rest/dist', import.meta.url))
  const files = globSync('**/*.js', { cwd: dist })
  const bytes = files.reduce((sum, file) => sum + statSync(`${dist}/${file}`).size, 0)
  return { files: files.length, bytes }
}

/** Builds the package, so that the measured code is what users get. */
function buildPackage(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const compiler = `${root}node_modules/.bin/tsc`
  execFileSync(compiler, ['--build', 'packages/rest/tsconfig.build.json'], { cwd: root })
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`)
}

/** Runs the official conformance suite as a process, like its users. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)

/** A run of the suite. */
export interface ConformanceRun {
  readonly process: ChildProcess
  /** Its output so far. */
  output(): string
  /** Resolves with the exit code. */
  readonly code: Promise<number | null>
}

/**
 * Starts the suite.
 *
 * @param onOutput gets the complete output so far, each time that there is more
 */
export function runConformance(
  args: readonly string[],
  onOutput: (output: string) => void = () => {},
): ConformanceRun {
  const child = spawn(process.execPath, [suite, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      onOutput(output)
    })
  }
  // After the exit, the last output may still be on its way.
  const code = once(child, 'close').then(([exitCode]) => exitCode as number | null)
  return { process: child, output: () => output, code }
}

/** The result of one check of a scenario. */
export interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'INFO' | 'WARNING' | 'FAILURE' | 'SKIPPED'
}

/** Reads the results in the output folder of a run: the checks by the name of the scenario. */
export async function checksIn(folder: string): Promise<ReadonlyMap<string, readonly Check[]>> {
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => name.endsWith('checks.json'))
  const stored = files.map(async (name) => {
    const [, scenario = name] = /^(?:server-)?(.*?)-\d{4}-\d\d-\d\dT/.exec(name) ?? []
    return [scenario, JSON.parse(await readFile(join(folder, name), 'utf8'))] as const
  })
  return new Map(await Promise.all(stored))
}

/** Checks of `server-stateless` that call diagnostic tools of the suite. */
export const DIAGNOSTIC = [
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
  'sep-2575-server-sends-prompts-list-changed-on-subscription',
  'sep-2575-server-sends-tools-list-changed-on-subscription',
]

/** The names of checks with a failure or a warning. Notes (INFO) do not count. */
export const findingsOf = (checks: readonly Check[] = []) =>
  checks.filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO').map(({ id }) => id)

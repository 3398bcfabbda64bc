#!/usr/bin/env node
/** `npm run chaos -- --minutes N --seed S`: causes faults under load, and checks how the hubs behaved. */
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { ALL_FAULTS } from './faults/schedule.ts'
import { readHistory } from './history.ts'
import { evaluate, violationsOf } from './oracles/evaluate.ts'
import { formatReport } from './report.ts'
import { runChaos } from './run.ts'

interface CliOptions {
  readonly minutes?: number
  readonly faults?: number
  readonly seed: number
  readonly longest: number
  readonly overlap: number
  readonly only?: readonly string[]
  readonly history?: string
  readonly evaluate?: string
}

const program = new Command('npm run chaos --')
  .description(
    'Cause faults while two hubs work on one PostgreSQL, and evaluate the outcome of every call.',
  )
  .option('--minutes <n>', 'number of minutes after which the faults end', parsePositive)
  .option('--faults <n>', 'number of faults (20 if neither is given)', parseWhole)
  .option('--seed <n>', 'seed of all random choices', parseWhole, Math.floor(Date.now() / 1000))
  .option('--longest <seconds>', 'maximum length of a fault', parsePositive, 12)
  .option('--overlap <0..1>', 'probability that two faults overlap', parseShare, 0.15)
  .addOption(
    new Option('--only <kind...>', 'kinds of faults to cause').choices(
      ALL_FAULTS.map(({ name }) => name),
    ),
  )
  .option('--history <file>', 'file for the history (default: a new file in the temporary folder)')
  .option('--evaluate <file>', 'evaluate the history of an earlier run, without starting anything')
  .addHelpText(
    'after',
    `
The run starts PostgreSQL and the hubs in a new temporary folder, and deletes it at the end. Some faults need root on Linux, such
as a full disk. Without root they are left out, and the report says so.

Exit code: 0 if every oracle holds, 1 if one does not or the run had to stop.
The guide docs/guides/chaos.md explains the oracles and the report.`,
  )
  .showHelpAfterError('(use --help to list the options)')
  .action(run)

try {
  await program.parseAsync()
  // Without it, Node can wait for a request to a killed hub forever when it frees its environment (seen with 24.21).
  process.stdout.write('', () => process.exit())
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  process.exitCode = 1
}

async function run(options: CliOptions): Promise<void> {
  const file = options.evaluate ?? (await make(options))
  const entries = await readHistory(file)
  const evaluation = evaluate(entries)
  process.stdout.write(`\n${formatReport(entries, evaluation, file)}`)
  if (violationsOf(evaluation).length > 0) process.exitCode = 1
}

/** Causes the faults and writes the history. */
async function make(options: CliOptions): Promise<string> {
  const { seed, minutes, longest, overlap, only } = options
  const name = `entrepot-chaos-${seed}-${process.pid}.jsonl`
  const historyFile = resolve(options.history ?? join(tmpdir(), name))
  mkdirSync(dirname(historyFile), { recursive: true })
  const faults = options.faults ?? (minutes === undefined ? 20 : undefined)
  const began = performance.now()
  say(`Seed ${seed}; history ${historyFile}`)
  await runChaos({
    ...{ seed, minutes, faults, overlap, only, historyFile, longestMs: longest * 1000 },
    signal: interruption(),
    onProgress: (line) => say(`${((performance.now() - began) / 1000).toFixed(1)} s  ${line}`),
  })
  return historyFile
}

/** The first Ctrl+C ends the faults and evaluates the run. The second one ends the process immediately. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(1)
    controller.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, interrupt)
  return controller.signal
}

function parseWhole(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}

function parsePositive(text: string): number {
  const number = Number(text)
  if (number > 0) return number
  throw new InvalidArgumentError('It must be a number above 0.')
}

function parseShare(text: string): number {
  const number = Number(text)
  if (number >= 0 && number <= 1) return number
  throw new InvalidArgumentError('It must be a number from 0 to 1.')
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

#!/usr/bin/env node
/** `npm run fuzz -- --minutes N --seed S`: sends requests made from the OpenAPI document, and checks each answer. */
import { startTestServer } from '@entrepot/test-support/postgres'
import { Command, InvalidArgumentError } from 'commander'
import { runFuzz } from './run.ts'

interface CliOptions {
  readonly minutes?: number
  readonly requests: number
  readonly seed: number
  readonly round?: number
}

const program = new Command('npm run fuzz --')
  .description('Send valid, invalid and absurd requests to the API, and evaluate each answer.')
  .option(
    '--minutes <n>',
    'number of minutes after which no round begins (1 round if not given)',
    parsePositive,
  )
  .option('--requests <n>', 'requests of each round', parseWhole, 1000)
  .option(
    '--seed <n>',
    'seed of all random choices',
    parseWhole,
    Math.floor(Date.now() / 1000) % 1e9,
  )
  .option('--round <n>', 'number of the first round, to repeat one of another run', parseWhole)
  .showHelpAfterError('(use --help to list the options)')
  .action(run)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  // Open connections of an unfinished round would keep the process alive.
  process.exit(1)
}

async function run({ minutes, ...options }: CliOptions): Promise<void> {
  process.stdout.write(`Seed ${options.seed}\n`)
  const server = await startTestServer()
  const end = performance.now() + (minutes ?? 0) * 60_000
  try {
    const { rounds, statuses, unsuccessful, calls, violations } = await runFuzz({
      ...options,
      goesOn: (done) => done === 0 || performance.now() < end,
      onViolation: (text) => process.stdout.write(`\nVIOLATION: ${text}\n`),
    })
    const counts = [...statuses].sort().map(([status, count]) => `${status}: ${count}`)
    process.stdout.write(
      `\n${rounds} rounds. Answers by status: ${counts.join(', ')}\n` +
        `Never successful (${unsuccessful.length} of ${calls} calls): ${unsuccessful.join(', ') || 'none'}\n` +
        `Violations: ${violations.length}\n`,
    )
    if (violations.length > 0) process.exitCode = 1
  } finally {
    await server.stop()
  }
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

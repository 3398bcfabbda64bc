#!/usr/bin/env node
/** `npm run replay -- FILE`: replays a year of real orders against a hub. Starts its own hub if `--url` is not set. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { ReplayError } from './errors.ts'
import type { HubAccess } from './hub-client.ts'
import { startOwnHub } from './own-hub.ts'
import { showProgress } from './progress.ts'
import { checkFile } from './read-rows.ts'
import { type ReplayOptions, replay } from './replay.ts'
import { formatSummary } from './summary.ts'

interface CliOptions {
  readonly limit?: number
  readonly url?: string
  readonly merchantKey?: string
  readonly channelKey?: string
  readonly currency: string
  readonly rates?: string
  readonly concurrency: number
  readonly patience: number
}

const program = new Command('npm run replay --')
  .description('Replay real orders against a hub, and reconcile what it has stored with the file.')
  .argument('<file>', "the UCI data set 'Online Retail', as CSV or CSV.gz")
  .option('--limit <n>', 'only the first n sales invoices', parseCount)
  .option('--url <url>', 'a running hub (default: the replay starts its own in a new folder)')
  .addOption(new Option('--merchant-key <key>', 'key of the merchant').env('ENTREPOT_MERCHANT_KEY'))
  .addOption(
    new Option('--channel-key <key>', 'key of the channel that creates the orders').env(
      'ENTREPOT_CHANNEL_KEY',
    ),
  )
  .option('--currency <code>', 'currency of the orders', 'GBP')
  .option(
    '--rates <file>',
    'euro reference rates of the ECB as CSV: the base currency of the customer is EUR, and the amounts in euros are compared, too',
  )
  .option('--concurrency <n>', 'number of concurrent orders', parseCount, 16)
  .option('--patience <seconds>', 'how long to wait for an unavailable hub', parseCount, 60)
  .addHelpText(
    'after',
    `
The file is in pounds. Without --rates, replay with the keys of a customer whose base currency is GBP:
  npm run entrepot -- customers create --name Replay --base-currency GBP --default-vat-rate 20
The replay creates or updates a product for each stock code of the file: do not run it with the keys of a real merchant.

Exit code: 0 when everything reconciles, 1 when it does not or when the replay could not go on.
What becomes of each kind of row: docs/guides/replay.md`,
  )
  .showHelpAfterError('(use --help to list the options)')
  .action(run)

try {
  await program.parseAsync()
} catch (error) {
  const text = error instanceof ReplayError ? `${error.message}\n(${error.code})` : String(error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
}

async function run(file: string, options: CliOptions): Promise<void> {
  const { limit, currency, rates, concurrency, patience } = options
  const interrupted = interruption()
  const given = givenAccess(options)
  await checkFile(file)
  const own = given ? undefined : await startHub(rates === undefined ? currency : 'EUR', rates)
  const signal = own ? AbortSignal.any([interrupted, own.signal]) : interrupted
  let stopProgress = () => {}
  try {
    say(`Reading ${file}`)
    const replayed: ReplayOptions = {
      ...{ file, limit, currency, rates, concurrency, signal },
      hub: given ?? (own as NonNullable<typeof own>).access,
      keepsStock: own !== undefined,
      patienceMs: patience * 1000,
      watch(state) {
        stopProgress = showProgress(state, process.stderr)
      },
    }
    const result = await replay(replayed)
    stopProgress()
    process.stdout.write(`\n${formatSummary(result, replayed)}`)
    if (result.issues.length > 0) process.exitCode = 1
  } finally {
    stopProgress()
    await own?.close()
  }
}

async function startHub(currency: string, rates: string | undefined) {
  say('Starting a hub')
  return await startOwnHub(currency, rates)
}

function givenAccess({ url, merchantKey, channelKey }: CliOptions): HubAccess | undefined {
  if (url === undefined) return undefined
  if (!URL.canParse(url)) program.error(`--url is not a URL: ${url}`)
  if (merchantKey !== undefined && channelKey !== undefined) return { url, merchantKey, channelKey }
  return program.error('--url needs --merchant-key and --channel-key')
}

/** The first Ctrl+C stops the replay in an orderly way. The second one ends the process immediately. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      const message = 'Interrupted. To continue, run the same replay again on the same hub.'
      controller.abort(new ReplayError('REPLAY_INTERRUPTED', message))
    })
  }
  return controller.signal
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number of at least 1.')
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

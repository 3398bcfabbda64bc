import { type Command, Option } from 'commander'
import { readConfig } from '../config/config.ts'
import type { Config } from '../config/types.ts'
import { ACTIVATE_SIGN_IN, type Hub, startHub } from '../hub.ts'
import { createLogger } from '../logger.ts'
import { growSlowly, releaseMemory } from '../release-memory.ts'

interface StartOptions {
  readonly json: boolean
  readonly sample: boolean
}

/** How long running requests may take to finish when the hub stops, after it has served for the last time. */
const STOP_TIMEOUT_MS = 30_000

/** Adds `entrepot start`. */
export function addStartCommand(program: Command): void {
  program
    .command('start')
    .description('run the hub: database, API and health checks')
    .addOption(
      new Option('--json', 'print one line of JSON when ready, for scripts').default(false),
    )
    .option('--no-sample', 'give an empty database no sample customer')
    .addHelpText(
      'after',
      `
Environment:
  HOST                  address to listen on (127.0.0.1)
  PORT                  port to listen on (8080); 0 takes a free one
  DATABASE_URL          an external PostgreSQL >= 14; the embedded one is used without it
  ENTREPOT_DATA         data directory (.entrepot)
  ENTREPOT_PUBLIC_URL   origin that people open, such as https://hub.example
  ENTREPOT_SECRET       at least 32 random characters, the same on every node
  ENTREPOT_TRUST_PROXY  addresses of the proxies whose X-Forwarded-* headers are believed
  ENTREPOT_CONFIG       the configuration file, as --config
  LOG_LEVEL             trace, debug, info, warn, error, fatal or silent (info); the log goes to stderr
  NODE_ENV              with 'production': no sample customer, and nothing that is for development only

They go before what entrepot.yaml says.

Stop it with Ctrl+C: running requests finish first. A second Ctrl+C does not wait for them.`,
    )
    .action(async (options: StartOptions) => await start(options))
}

async function start(options: StartOptions): Promise<void> {
  const config = await readConfig(process.env)
  const logger = createLogger(config.logLevel)
  const starting = startHub({
    config,
    logger,
    onLost(error) {
      logger.fatal({ err: error }, 'the hub has lost its database')
      process.exit(1)
    },
    sample: options.sample && !config.isProduction,
    ...(!options.json && { onProgress: (step: string) => process.stdout.write(`${step}\n`) }),
  })
  const signals = stopOnSignals(starting, config, logger)
  const hub = await starting
  if (signals.isStopping) return
  releaseMemory()
  growSlowly()
  process.stdout.write(options.json ? `${readyLine(hub)}\n` : banner(hub, config))
}

/** From the beginning: a hub that is told to stop while it starts does so when it has started, and leaves nothing running. */
function stopOnSignals(
  starting: Promise<Hub>,
  { drainSeconds }: Config,
  logger: ReturnType<typeof createLogger>,
): { readonly isStopping: boolean } {
  const state = { isStopping: false }
  const stop = (signal: NodeJS.Signals) => {
    if (state.isStopping) {
      logger.warn('stopped without waiting for running requests')
      process.exit(1)
    }
    state.isStopping = true
    logger.info({ signal }, 'stopping: running requests finish first')
    const timeout = STOP_TIMEOUT_MS + drainSeconds * 1_000
    setTimeout(() => {
      logger.error(`running requests did not finish within ${timeout / 1_000} s`)
      process.exit(1)
    }, timeout).unref()
    // A hub that does not start is for the command to explain.
    starting.then(
      (hub) => end(hub, logger),
      () => {},
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  return state
}

async function end(hub: Hub, logger: ReturnType<typeof createLogger>): Promise<never> {
  try {
    await hub.stop()
    process.exit(0)
  } catch (error) {
    logger.fatal({ err: error }, 'the hub did not stop cleanly')
    process.exit(1)
  }
}

function readyLine({ url, sample }: Hub): string {
  return JSON.stringify({
    url,
    pid: process.pid,
    merchantKey: sample?.merchantKey ?? null,
    channels: sample?.channels ?? [],
  })
}

function banner(hub: Hub, config: Config): string {
  const lines = ['', `Entrepot is running at ${hub.url}`, `Database: ${hub.database}`]
  lines.push(...signInLines(hub))
  if (config.mcp.enabled) lines.push(`MCP: ${hub.publicUrl}/mcp; docs/guides/mcp.md says how.`)
  if (hub.sample === undefined) {
    lines.push('', 'Make a key with: npm run entrepot -- keys create --help')
  } else {
    lines.push(...sampleLines(hub.url, hub.sample, config))
  }
  lines.push('', 'Stop it with Ctrl+C.', '')
  return lines.join('\n')
}

function signInLines({ signIn, publicUrl }: Hub): readonly string[] {
  if (signIn === 'none') return ['Sign-in: not set up; docs/guides/sign-in.md says how.']
  if (signIn === 'inactive') return [`Sign-in: ${ACTIVATE_SIGN_IN}`]
  if (signIn === 'configured') return [`Sign-in: open ${publicUrl}`]
  return [
    `Sign-in: open ${publicUrl} and choose a sample person, such as Ann; no password.`,
    'That is for trying out; docs/guides/sign-in.md says how to use your own identity provider.',
  ]
}

function sampleLines(
  url: string,
  { merchantKey, channels }: NonNullable<Hub['sample']>,
  { dataDirectory }: Config,
): readonly string[] {
  const channelKey = channels[0]?.key ?? ''
  const order = {
    ChannelReference: 'WEB-1001',
    Email: 'ann@example.com',
    CurrencyCode: 'EUR',
    ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
    Lines: [
      {
        ChannelReference: '1',
        MerchantProductReference: 'MUG-RED',
        Quantity: 2,
        UnitPriceInclVat: 9.95,
      },
    ],
  }
  const keys = [
    ['merchant key', merchantKey] as const,
    ...channels.map(
      ({ id, name, mode, key }) => [`channel ${id}, ${name} (${mode})`, key] as const,
    ),
  ]
  const width = Math.max(...keys.map(([label]) => label.length))
  return [
    '',
    'A sample customer to try it with:',
    ...keys.map(([label, key]) => `  ${label.padEnd(width)}  ${key}`),
    `  (kept in ${dataDirectory}/sample-keys.json)`,
    '',
    'Read a product, send an order as the channel, fetch it as the merchant:',
    `  curl -s -H 'X-Api-Key: ${merchantKey}' ${url}/v2/products/MUG`,
    `  curl -s -H 'X-Api-Key: ${channelKey}' -H 'Content-Type: application/json' -d '${JSON.stringify(order)}' ${url}/v2/orders`,
    `  curl -s '${url}/v2/orders/new?apikey=${merchantKey}'`,
  ]
}

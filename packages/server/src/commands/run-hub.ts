/** The action of `entrepot start`. */
import { readConfig } from '../config/config.ts'
import type { Config } from '../config/types.ts'
import { ACTIVATE_SIGN_IN, type Hub, startHub } from '../hub.ts'
import { createLogger } from '../logger.ts'
import { growSlowly, releaseMemory } from '../release-memory.ts'
import type { Terminal } from './terminal.ts'

/** Options of `entrepot start`. */
export interface StartOptions {
  readonly json?: boolean
  readonly sample: boolean
}

/** Maximum time for running requests to finish after the hub has stopped accepting new ones. */
const STOP_TIMEOUT_MS = 30_000

/** Runs the hub until a signal ends this process. */
export async function start(terminal: Terminal, options: StartOptions): Promise<void> {
  const config = await readConfig(terminal.env)
  const logger = createLogger(config.logLevel)
  const starting = startHub({
    config,
    logger,
    onLost(error) {
      logger.fatal({ err: error }, 'the hub has lost its database')
      process.exit(1)
    },
    sample: options.sample && !config.isProduction,
    ...(!options.json && { onProgress: (step: string) => terminal.stdout.write(`${step}\n`) }),
  })
  const signals = stopOnSignals(starting, config, logger)
  const hub = await starting
  if (signals.isStopping) return
  releaseMemory()
  growSlowly()
  terminal.stdout.write(options.json ? `${readyLine(hub)}\n` : banner(hub, config))
}

/** Registered before the start: a signal during the start stops the hub as soon as it has started. */
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
    // A failed start is reported by the command.
    starting.then(
      (hub) => end(hub, logger),
      () => {},
    )
  }
  const signals = ['SIGTERM', 'SIGINT'] as const
  for (const signal of signals) process.on(signal, stop)
  starting.catch(() => {
    for (const signal of signals) process.off(signal, stop)
  })
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
  if (config.mcp.enabled) lines.push(`MCP: ${hub.publicUrl}/mcp (guide: docs/guides/mcp.md)`)
  if (hub.sample === undefined) {
    lines.push('', 'To create an API key, see: npm run entrepot -- keys create --help')
  } else {
    lines.push(...sampleLines(hub.url, hub.sample, config))
  }
  lines.push('', 'Press Ctrl+C to stop the hub.', '')
  return lines.join('\n')
}

function signInLines({ signIn, publicUrl }: Hub): readonly string[] {
  if (signIn === 'none') return ['Sign-in: not set up (guide: docs/guides/sign-in.md)']
  if (signIn === 'inactive') return [`Sign-in: ${ACTIVATE_SIGN_IN}`]
  if (signIn === 'configured') return [`Sign-in: open ${publicUrl}`]
  return [
    `Sign-in: open ${publicUrl} and choose a sample person, such as Ann. There are no passwords.`,
    'This is for development. To use your own identity provider, see docs/guides/sign-in.md.',
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
    'Sample customer:',
    ...keys.map(([label, key]) => `  ${label.padEnd(width)}  ${key}`),
    `  (stored in ${dataDirectory}/sample-keys.json)`,
    '',
    'Read a product, send an order as the channel, and fetch it as the merchant:',
    `  curl -s -H 'X-Api-Key: ${merchantKey}' ${url}/v2/products/MUG`,
    `  curl -s -H 'X-Api-Key: ${channelKey}' -H 'Content-Type: application/json' -d '${JSON.stringify(order)}' ${url}/v2/orders`,
    `  curl -s '${url}/v2/orders/new?apikey=${merchantKey}'`,
  ]
}

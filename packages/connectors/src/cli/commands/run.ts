import type { Command } from 'commander'
import type { Adapter } from '../../adapter/adapter.ts'
import { createConnector } from '../../core/connector/connector.ts'
import { readConfiguration } from '../configuration.ts'
import { CommandFailure, type Terminal } from '../terminal.ts'

/** Adds `entrepot-connect run`. */
export function addRunCommand(
  program: Command,
  terminal: Terminal,
  adapters: readonly Adapter[],
): void {
  program
    .command('run')
    .description('serve the connections until it is stopped')
    .addHelpText(
      'after',
      `
Environment, besides that of entrepot-connect:
  ENTREPOT_CONNECT_LISTEN    address for hints of shops, /healthz and /metrics,
                             such as 127.0.0.1:8090 (nothing listens)
  ENTREPOT_CONNECT_INTERVAL  seconds between two looks at a shop (60)
  ENTREPOT_CONNECT_PARALLEL  runs at the same time (64)
  ENTREPOT_CONNECT_GUARD     on: refuse shops at private addresses

The log goes to stderr, one line of JSON each. SIGTERM or Ctrl+C finishes the
records at hand, and lets another process take over at once. Run several
processes with the same keys to go on when one of them is down.`,
    )
    .action(async () => {
      const { env } = terminal
      const { hub, keys, secretsOf } = await readConfiguration(terminal, adapters)
      const interval = wholeNumber(env, 'ENTREPOT_CONNECT_INTERVAL', 60, [5, 3_600])
      const connector = createConnector({
        hub,
        key: keys,
        adapters,
        secrets: secretsOf,
        intervals: { run: interval * 1_000, products: Math.max(300, interval) * 1_000 },
        parallel: wholeNumber(env, 'ENTREPOT_CONNECT_PARALLEL', 64, [1, 1_000]),
        ...(env.ENTREPOT_CONNECT_LISTEN && { listen: addressOf(env.ENTREPOT_CONNECT_LISTEN) }),
        ...(env.ENTREPOT_CONNECT_GUARD === 'on' && {
          http: { guard: true, timeout: 30_000, limits: { bodyBytes: 32 * 1024 * 1024 } },
        }),
        log: (level, message, fields) =>
          terminal.stderr.write(`${toLogLine(level, message, fields)}\n`),
      })
      const stop = new AbortController()
      const onSignal = () => stop.abort()
      terminal.on('SIGTERM', onSignal)
      terminal.on('SIGINT', onSignal)
      try {
        await connector.run(stop.signal)
      } finally {
        terminal.off('SIGTERM', onSignal)
        terminal.off('SIGINT', onSignal)
      }
    })
}

/** A line of the log. Errors are their message and stack, without what belongs to them: it can be data of a shop. */
function toLogLine(level: string, msg: string, fields: object = {}): string {
  return JSON.stringify({ level, time: new Date().toISOString(), msg, ...fields }, (_, value) =>
    value instanceof Error ? { message: value.message, stack: value.stack } : value,
  )
}

function wholeNumber(
  env: Terminal['env'],
  name: string,
  otherwise: number,
  [least, most]: readonly [number, number],
): number {
  const text = env[name]
  if (!text) return otherwise
  const value = Number(text)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new CommandFailure(`${name} must be a whole number from ${least} to ${most}.`)
}

function addressOf(text: string): { readonly host: string; readonly port: number } {
  const [, host = '', port = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? []
  if (port === '' || Number(port) > 65_535) {
    throw new CommandFailure(
      'ENTREPOT_CONNECT_LISTEN must be an address and a port, such as 127.0.0.1:8090.',
    )
  }
  return { host: host.replace(/^\[(.*)\]$/, '$1') || '127.0.0.1', port: Number(port) }
}

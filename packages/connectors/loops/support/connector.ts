/** A connector as a process of its own, which a test kills. Prints each run that did something as a line of JSON. */
import { setTimeout as pause } from 'node:timers/promises'
import { ADAPTERS, createConnector, total } from '../../src/index.ts'

/** What the process is given, as JSON in its only argument. */
export interface ConnectorArguments {
  readonly hub: string
  readonly keys: readonly string[]
  readonly secrets: Readonly<Record<string, string>>
  /** The same in all lives, so that a new one can go on without waiting for the end of the lease. */
  readonly holder: string
  /** Milliseconds between two runs. Without it, one run follows the other, also after failures, after which a connector waits otherwise. */
  readonly interval?: number
}

const { hub, keys, secrets, holder, interval } = JSON.parse(
  process.argv[2] ?? '',
) as ConnectorArguments

const connector = createConnector({
  ...{ hub, key: keys, holder, adapters: ADAPTERS },
  secrets: () => secrets,
  ...(interval !== undefined && { intervals: { run: interval, products: interval } }),
  onRun(report) {
    const { outcome, failure, steps } = report
    if (total(report, 'read') === 0 && failure === undefined) return
    process.stdout.write(`${JSON.stringify({ outcome, failure: failure?.message, steps })}\n`)
  },
  log(level, message, fields) {
    if (level === 'error') process.stderr.write(`${message} ${JSON.stringify(fields)}\n`)
  },
})

if (interval === undefined) await runAgainAndAgain()
else {
  const stop = new AbortController()
  process.on('SIGTERM', () => stop.abort())
  await connector.run(stop.signal)
}

async function runAgainAndAgain(): Promise<never> {
  for (;;) {
    try {
      await connector.runOnce()
    } catch (error) {
      process.stderr.write(`${error}\n`)
    }
    // The hub and the shop share the processors with this process: idle runs leave some to them.
    await pause(50)
  }
}

import { type Command, InvalidArgumentError } from 'commander'
import type { Adapter } from '../../adapter/adapter.ts'
import { createConnector } from '../../core/connector/connector.ts'
import type { RunReport } from '../../core/records/report.ts'
import { readConfiguration } from '../configuration.ts'
import { print, printItem, type Terminal } from '../terminal.ts'

/** Parses the id of a connection. */
export function parseId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be the id of a connection, a whole number from 1.')
}

/** Adds `entrepot-connect once`. */
export function addOnceCommand(
  program: Command,
  terminal: Terminal,
  adapters: readonly Adapter[],
): void {
  program
    .command('once')
    .description('run each connection once, and say what was done')
    .option('--connection <id>', 'only this connection', parseId)
    .option('--dry-run', 'write nothing, and say what a run would do')
    .option('--json', 'print one line of JSON for each connection')
    .addHelpText(
      'after',
      `
A connection that another process serves is skipped; a dry run is not. The exit
code is 1 if a connection could not be run.

Example:
  entrepot-connect once --connection 3 --dry-run`,
    )
    .action(async (options: { connection?: number; dryRun?: boolean; json?: boolean }) => {
      const { hub, keys, secretsOf } = await readConfiguration(terminal, adapters)
      const connector = createConnector({ hub, key: keys, adapters, secrets: secretsOf })
      try {
        const isDryRun = options.dryRun === true
        const reports = await connector.runOnce(options.connection, { isDryRun })
        if (reports.length === 0) print(terminal.stdout, NONE)
        for (const report of reports) {
          if (options.json) print(terminal.stdout, JSON.stringify(report))
          else printReport(terminal, report)
          if (report.failure !== undefined) terminal.exitCode = 1
        }
      } finally {
        await connector.close()
      }
    })
}

/** What the commands say if the keys serve no connection. */
export const NONE = 'The keys serve no connection yet. Create one with: entrepot-connect init'

function printReport({ stdout }: Terminal, report: RunReport): void {
  const { connectionId, name, outcome, reason, failure, steps, changes, changesTotal } = report
  print(stdout, `${connectionId} ${name}: ${outcome}${report.isDryRun ? ' (dry run)' : ''}`)
  if (reason !== undefined) printItem(stdout, '', reason, 2)
  for (const { step, read, written, unchanged, failed } of steps) {
    const numbers = `${read} read, ${written} written, ${unchanged} unchanged, ${failed} failed`
    print(stdout, `  ${step.padEnd(14)}${numbers}`)
  }
  for (const { action, text } of changes) printItem(stdout, `  ${action}`, text)
  if (changesTotal > changes.length) {
    print(stdout, `  and ${changesTotal - changes.length} more changes`)
  }
  if (failure === undefined) return
  printItem(stdout, '  failure', failure.message, 10)
  printItem(stdout, '  next', failure.remedy, 10)
}

import type { Command } from 'commander'
import type { Adapter } from '../../adapter/adapter.ts'
import { connectionsOf, openAccount } from '../../core/connector/accounts.ts'
import type { Connection } from '../../core/records/report.ts'
import { readConfiguration } from '../configuration.ts'
import { print, printItem, type Terminal } from '../terminal.ts'
import { NONE } from './once.ts'

/** Adds `entrepot-connect status`. */
export function addStatusCommand(
  program: Command,
  terminal: Terminal,
  adapters: readonly Adapter[],
): void {
  program
    .command('status')
    .description('say how the connections are, as the hub knows them')
    .option('--json', 'print one line of JSON for each connection')
    .addHelpText('after', '\nThe exit code is 1 if a connection is failing or offline.')
    .action(async ({ json }: { json?: boolean }) => {
      const { hub, keys } = await readConfiguration(terminal, adapters)
      let count = 0
      for (const key of keys) {
        const account = await openAccount({ hub, key })
        for (const connection of await connectionsOf(account)) {
          count += 1
          if (json) print(terminal.stdout, JSON.stringify(connection))
          else printConnection(terminal, connection)
          if (['failing', 'offline'].includes(connection.State)) terminal.exitCode = 1
        }
        await account.client.close()
      }
      if (count === 0) print(terminal.stdout, NONE)
    })
}

function printConnection({ stdout }: Terminal, connection: Connection): void {
  const { Id, Name, Shop, State, Failure, LastSuccessAt, Lease, Counts } = connection
  print(stdout, `${Id} ${Name} (${Shop}): ${State}`)
  const linked = Object.entries(Counts.Linked).map(([kind, count]) => `${kind} ${count}`)
  printItem(stdout, '  linked', linked.join(', ') || 'nothing', 14)
  print(stdout, `  problems    ${Counts.Problems}`)
  print(stdout, `  last run    ${LastSuccessAt ?? 'none'}`)
  print(stdout, `  served by   ${Lease?.Holder ?? 'no process'}`)
  if (Failure === null) return
  printItem(stdout, '  failure', Failure.Message, 14)
  printItem(stdout, '  next', Failure.Remedy, 14)
}

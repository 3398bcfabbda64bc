import type { Command } from 'commander'
import type { Adapter } from '../../adapter/adapter.ts'
import type { Finding } from '../../adapter/outcomes.ts'
import { openAccount } from '../../core/connector/accounts.ts'
import { createConnector } from '../../core/connector/connector.ts'
import { examineAccount } from '../../core/connector/examine.ts'
import { readConfiguration } from '../configuration.ts'
import { print, printItem, type Terminal } from '../terminal.ts'
import { NONE, parseId } from './once.ts'

/** Adds `entrepot-connect doctor`. */
export function addDoctorCommand(
  program: Command,
  terminal: Terminal,
  adapters: readonly Adapter[],
): void {
  program
    .command('doctor')
    .description('check the hub and the shops, and say how to fix what is wrong')
    .option('--connection <id>', 'only this connection', parseId)
    .option('--json', 'print one line of JSON for each result')
    .addHelpText('after', '\nChanges nothing. The exit code is 1 if there is an error.')
    .action(async ({ connection, json }: { connection?: number; json?: boolean }) => {
      const { hub, keys, secretsOf } = await readConfiguration(terminal, adapters)
      const show = (what: string, findings: readonly Finding[]) => {
        if (findings.some(({ level }) => level === 'error')) terminal.exitCode = 1
        if (!json) print(terminal.stdout, what)
        for (const finding of findings) {
          if (json) print(terminal.stdout, JSON.stringify({ what, ...finding }))
          else printFinding(terminal, finding)
        }
      }
      for (const [index, key] of keys.entries()) {
        const account = await openAccount({ hub, key })
        show(`Hub ${hub}, key ${index + 1}`, await examineAccount(account, adapters))
        await account.client.close()
      }
      const connector = createConnector({ hub, key: keys, adapters, secrets: secretsOf })
      try {
        const checked = await connector.check(connection)
        for (const { connection: one, findings } of checked) {
          show(`Connection ${one.Id} ${one.Name} (${one.Shop})`, findings)
        }
        if (checked.length === 0 && !json) print(terminal.stdout, NONE)
      } finally {
        await connector.close()
      }
    })
}

function printFinding({ stdout }: Terminal, { level, message, remedy }: Finding): void {
  printItem(stdout, `  ${level}`, message, 12)
  if (remedy !== undefined) printItem(stdout, '', remedy, 12)
}

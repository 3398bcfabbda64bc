/** The commands with which a customer moves to another hub. The modules behind them are loaded when they run. */
import { basename } from 'node:path'
import type { Database } from '@entrepot/database'
import { readConfig, readDatabaseConfig } from '../../../config/config.ts'
import { fingerprintsOf, loadSecrets } from '../../../config/secrets.ts'
import { startCell } from '../../../database/cell-store.ts'
import { migrateHub } from '../../../database/migrations.ts'
import { useDatabase } from '../../../database/use-database.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { parseId } from '../../terminal/parse.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { PATIENT, report, sumUp } from './backup.ts'
import { VERSION } from './version.ts'

/** Adds the commands of moves to `entrepot customers`. */
export function addMoveCommands(customers: EntrepotCommand): void {
  addStates(customers)
  addFiles(customers)
}

type Step = (database: Database, customerId: string, say: (line: string) => void) => Promise<string>

function addStates(customers: EntrepotCommand): void {
  const { terminal } = customers
  const say = (line: string) => terminal.stdout.write(`${line}\n`)
  const command = (name: string, description: string, help: string, step: Step) =>
    customers
      .command(name)
      .description(description)
      .argument('<id>', 'id of the customer', parseId)
      .addHelpText('after', `\n${help}`)
      .example(`customers ${name} 7`)
      .action(async (id: string) => {
        const config = await readDatabaseConfig(terminal.env)
        const work = async (database: Database) => {
          await migrateHub(database)
          return await step(database, id, say)
        }
        say(await useDatabase(config, work, PATIENT))
      })
  command('freeze', 'make a customer read-only, before it moves to another hub', FREEZE, freeze)
  command('thaw', 'let a frozen customer write again', THAW, thaw)
  command('moved', 'say that another hub serves a frozen customer', MOVED, retire)
  command('delete', 'delete the rows of a customer that has moved', DELETE, remove)
}

const FREEZE = `Writes of the customer are answered with 503 MARKET_CUSTOMER_FROZEN and
Retry-After, reads are served, and webhooks and jobs of the customer wait. When
the command ends, nothing is being written. Next: customers export.`

const THAW = `In the hub from which the customer was to move, this ends the move: an export
that was made before must not be loaded any more. In the hub that has loaded
the customer, it begins to serve it: run customers moved in the other hub
first.`

const MOVED = `All calls of the customer are answered with 503 MARKET_CUSTOMER_MOVED. This
cannot be undone: the customer can only move back.`

const DELETE = `The file of customers export, or a backup, is then the only copy here. People
stay, because they may be members elsewhere.`

const freeze: Step = async (database, id, say) => {
  const { freezeCustomer } = await import('../../../operations/moves/freeze.ts')
  await freezeCustomer(database, id, say)
  return `Customer ${id} is frozen.`
}

const thaw: Step = async (database, id) => {
  const { thawCustomer } = await import('../../../operations/moves/freeze.ts')
  await thawCustomer(database, id)
  return `Customer ${id} is served again.`
}

const retire: Step = async (database, id) => {
  const { retireCustomer } = await import('../../../operations/moves/freeze.ts')
  await retireCustomer(database, id)
  return `Customer ${id} has moved. When the other hub serves it: entrepot customers delete ${id}`
}

const remove: Step = async (database, id, say) => {
  const { deleteCustomer } = await import('../../../operations/moves/freeze.ts')
  await deleteCustomer(database, id, say)
  return `Customer ${id} is deleted.`
}

interface FileOptions {
  readonly json?: boolean
}

function addFiles(customers: EntrepotCommand): void {
  const { terminal } = customers
  customers
    .command('export')
    .description('write all rows of a frozen customer into a file')
    .argument('<id>', 'id of the customer', parseId)
    .argument('<file>', 'file to write, which must not exist; it is compressed')
    .option('--json', 'print one line of JSON per table')
    .addHelpText('after', '\nThe hub runs on. The file contains personal data.')
    .example('customers export 7 customer-7.move')
    .action(async (id: string, file: string, options: FileOptions) => {
      const { exportCustomer } = await import('../../../operations/moves/export.ts')
      const { config, fingerprints } = await readSecrets(terminal)
      const onTable = report(terminal, options, 'written')
      const sums = await useDatabase(
        config,
        (database) =>
          exportCustomer(database, {
            customerId: id,
            file,
            fingerprints,
            version: VERSION,
            onTable,
          }),
        PATIENT,
      )
      if (options.json) return
      terminal.stdout.write(`${basename(file)} is complete: ${sumUp(sums)}.\n`)
    })
  customers
    .command('import')
    .description('load a customer that another hub has exported')
    .argument('<file>', 'file that entrepot customers export has written')
    .option('--json', 'print one line of JSON per table')
    .addHelpText(
      'after',
      `
The hub runs on. The file is checked before anything is changed, and either all
of it is loaded or nothing. The customer is frozen afterwards: customers thaw
lets it write.`,
    )
    .example('customers import customer-7.move')
    .action(async (file: string, options: FileOptions) => {
      const { importCustomer } = await import('../../../operations/moves/import.ts')
      const { config, fingerprints } = await readSecrets(terminal)
      const onTable = report(terminal, options, 'loaded')
      const work = async (database: Database) => {
        await migrateHub(database)
        await startCell(database, config.cell)
        return await importCustomer(database, { file, fingerprints, onTable })
      }
      const { customerId, sums } = await useDatabase(config, work, PATIENT)
      if (options.json) return
      terminal.stdout.write(
        `Customer ${customerId} is loaded, and frozen: ${sumUp(sums)}.\nNext: entrepot customers moved ${customerId} in the other hub, then entrepot customers thaw ${customerId} here.\n`,
      )
    })
}

/** Both hubs need the same secret, so these commands read the whole configuration. */
async function readSecrets({ env }: Terminal) {
  const config = await readConfig(env)
  return { config, fingerprints: fingerprintsOf(await loadSecrets(config)) }
}

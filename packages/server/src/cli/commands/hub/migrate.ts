import { readDatabaseConfig } from '../../../config/config.ts'
import { startCell } from '../../../database/cell-store.ts'
import { migrateHub } from '../../../database/migrations.ts'
import { useDatabase } from '../../../database/use-database.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { printRows } from '../../terminal/print.ts'

/** Adds `entrepot migrate`. */
export function addMigrateCommand(program: EntrepotCommand): void {
  const { terminal } = program
  program
    .command('migrate')
    .description('apply the migrations that the database lacks, and list them')
    .printsJson()
    .addHelpText(
      'after',
      `
A start, and every command that uses the database, does the same. Run it before
an upgrade of several nodes, to see that it succeeds. It covers the tables of
the marketplace, of the hub and of the sign-in. Plugins with a database of their
own migrate it when the hub starts.`,
    )
    .example('migrate', 'migrate --json')
    .action(async ({ json }: { json?: boolean }, command: EntrepotCommand) => {
      const config = await readDatabaseConfig(terminal.env)
      const applied = await useDatabase(config, async (database) => {
        const done = await migrateHub(database)
        await startCell(database, config.cell)
        return done
      })
      if (applied.length > 0 || json) printRows(command, applied)
      else terminal.stdout.write('The database has all migrations.\n')
    })
}

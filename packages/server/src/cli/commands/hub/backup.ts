/** `entrepot backup` and `entrepot restore`. */
import { basename } from 'node:path'
import { readDatabaseConfig } from '../../../config/config.ts'
import { useDatabase } from '../../../database/use-database.ts'
import type { TableSum } from '../../../operations/backup/backup.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { toPrintable, toPrintableJson } from '../../terminal/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { VERSION } from './version.ts'

interface Options {
  readonly json?: boolean
  readonly replace?: boolean
}

/** A large table takes longer than any statement of a hub. */
export const PATIENT = { statementTimeout: 0, idleInTransactionTimeout: 0 } as const

/** Adds `entrepot backup` and `entrepot restore`. The modules behind them are loaded when they run. */
export function addBackupCommands(program: EntrepotCommand): void {
  const { terminal } = program
  program
    .command('backup')
    .description('write all tables of the hub into a file, while it runs')
    .argument('<file>', 'file to write, which must not exist; it is compressed')
    .option('--json', 'print one line of JSON per table')
    .addHelpText(
      'after',
      `
The file has one snapshot of the database, and can be restored into any
PostgreSQL >= 14, embedded or not. It contains personal data. ENTREPOT_SECRET,
or the generated secret in the data directory, is not part of it: keep it, too.`,
    )
    .example('backup hub-2026-11-22.backup')
    .action(async (file: string, options: Options) => {
      const { backupDatabase } = await import('../../../operations/backup/backup.ts')
      const config = await readDatabaseConfig(terminal.env)
      const onTable = report(terminal, options, 'written')
      const sums = await useDatabase(
        config,
        (database) => backupDatabase(database, { file, version: VERSION, onTable }),
        PATIENT,
      )
      finish(terminal, options, `${basename(file)} is complete: ${sumUp(sums)}.`)
    })
  program
    .command('restore')
    .description('replace an empty database by a backup')
    .argument('<file>', 'file that entrepot backup has written')
    .option('--replace', 'delete the tables of the hub in the database first')
    .option('--json', 'print one line of JSON per table')
    .addHelpText(
      'after',
      `
Stop all hubs first. The file is checked before anything is changed, and either
all of it is restored or nothing. The next start migrates the tables if the
backup is of an older version.`,
    )
    .example('restore hub-2026-11-22.backup', 'restore hub-2026-11-22.backup --replace')
    .action(async (file: string, options: Options) => {
      const { restoreDatabase, RESTORE_NAME } = await import(
        '../../../operations/backup/restore.ts'
      )
      const config = await readDatabaseConfig(terminal.env)
      const onTable = report(terminal, options, 'restored')
      const sums = await useDatabase(
        config,
        (database) =>
          restoreDatabase(database, { file, replace: options.replace ?? false, onTable }),
        { ...PATIENT, applicationName: RESTORE_NAME },
      )
      finish(terminal, options, `The database is restored: ${sumUp(sums)}.`)
    })
}

export function report({ stdout }: Terminal, { json }: Options, done: string) {
  return (sum: TableSum, index: number, count: number) =>
    stdout.write(
      json
        ? `${toPrintableJson(sum)}\n`
        : `[${index}/${count}] ${toPrintable(sum.table)}: ${sum.rows} rows ${done}\n`,
    )
}

function finish({ stdout }: Terminal, { json }: Options, line: string): void {
  if (!json) stdout.write(`${line}\n`)
}

export function sumUp(sums: readonly TableSum[]): string {
  return `${sums.reduce((total, { rows }) => total + rows, 0)} rows in ${sums.length} tables`
}

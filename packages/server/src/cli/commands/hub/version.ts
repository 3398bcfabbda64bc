import { createRequire } from 'node:module'
import { knownSchemas } from '../../../database/migrations.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { printRows } from '../../terminal/print.ts'

/** The version of this package. */
export const { version: VERSION } = createRequire(import.meta.url)('../../../../package.json') as {
  readonly version: string
}

/** Adds `entrepot version`. */
export function addVersionCommand(program: EntrepotCommand): void {
  program
    .command('version')
    .description('print the versions of the hub, of Node, and of the tables')
    .printsJson()
    .example('version', 'version --json')
    .action(async ({ json }: { json?: boolean }, command: EntrepotCommand) => {
      const known = await knownSchemas()
      const schemas = Object.fromEntries(known.map(({ schema, migration }) => [schema, migration]))
      const versions = { version: VERSION, node: process.versions.node }
      printRows(command, [json ? { ...versions, schemas } : { ...versions, ...schemas }])
    })
}

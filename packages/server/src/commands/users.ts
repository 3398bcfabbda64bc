import { type Command, Option } from 'commander'
import { readConfig } from '../config/config.ts'
import { refuseUnknownIssuer } from '../sign-in/issuers.ts'
import { addUser, bindUser, listUsers, removeUser } from '../users/users.ts'
import { printOutcome, printRows } from './print.ts'
import type { Terminal } from './terminal.ts'
import { withDatabase } from './with-database.ts'

interface UserOptions {
  readonly name?: string
  readonly json: boolean
}

interface BindOptions {
  readonly provider: string
  readonly subject: string
  readonly issuer: string
  readonly unlisted: boolean
  readonly json: boolean
}

/** Adds `entrepot users`. */
export function addUserCommands(program: Command, terminal: Terminal): void {
  const users = program.command('users').description('manage the people who may sign in')
  const command = (name: string, description: string) =>
    users
      .command(name)
      .description(description)
      .addOption(new Option('--json', 'print one line of JSON per row').default(false))

  command('add', 'let the person with this email address sign in')
    .argument('<email>', 'email address, which the identity provider must have verified')
    .option('--name <name>', 'name of the person')
    .action(async (email: string, { name, json }: UserOptions) => {
      const user = await withDatabase(terminal, (database) => addUser(database, { email, name }))
      printOutcome(terminal, user, json, (done) => ({ ...done }))
    })
  command('list', 'list the users with the providers at which they have an account').action(
    async ({ json }: UserOptions) => {
      const rows = await withDatabase(terminal, listUsers)
      printRows(
        terminal,
        rows.map((row) => ({ ...row })),
        json,
      )
    },
  )
  command('bind', 'bind an account at a provider to a user, whatever the address of the account')
    .argument('<email>', 'email address of the user')
    .requiredOption('--provider <name>', 'name of the provider in entrepot.yaml')
    .requiredOption('--subject <id>', 'id of the account at the provider')
    .option('--issuer <url>', 'issuer of its ID tokens; leave it out for github', '')
    .option('--unlisted', 'accept a provider that is not in entrepot.yaml', false)
    .addHelpText(
      'after',
      '\nThe log line of a refused sign-in contains provider, issuer and subject.',
    )
    .action(async (email: string, { json, unlisted, ...identity }: BindOptions) => {
      const refusal = unlisted
        ? undefined
        : await refuseUnknownIssuer(await readConfig(terminal.env), identity)
      const user =
        refusal ?? (await withDatabase(terminal, (database) => bindUser(database, email, identity)))
      printOutcome(terminal, user, json, (done) => ({
        userId: done.userId,
        email: done.email,
        ...identity,
      }))
    })
  command('remove', 'remove a user with all sessions, and revoke the clients that act for the user')
    .argument('<email>', 'email address of the user')
    .addHelpText(
      'after',
      '\nA person whose address entrepot.yaml allows becomes a user again at the next sign-in.',
    )
    .action(async (email: string, { json }: UserOptions) => {
      const user = await withDatabase(terminal, (database) => removeUser(database, email))
      printOutcome(terminal, user, json, (done) => ({
        userId: done.userId,
        email: done.email,
        removed: true,
      }))
    })
}

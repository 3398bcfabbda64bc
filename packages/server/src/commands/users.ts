import { type Command, Option } from 'commander'
import { readConfig } from '../config/config.ts'
import { refuseUnknownIssuer } from '../sign-in/issuers.ts'
import { addUser, bindUser, listUsers, removeUser } from '../users/users.ts'
import { printOutcome, printRows } from './print.ts'
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
export function addUserCommands(program: Command): void {
  const users = program
    .command('users')
    .description('people who may sign in: add, list, bind, remove')
  const command = (name: string, description: string) =>
    users
      .command(name)
      .description(description)
      .addOption(new Option('--json', 'print JSON, a line each').default(false))

  command('add', 'let the person with this email address sign in')
    .argument('<email>', 'the address, which their identity provider must have verified')
    .option('--name <name>', 'how they are called')
    .action(async (email: string, { name, json }: UserOptions) => {
      const user = await withDatabase((database) => addUser(database, { email, name }))
      printOutcome(user, json, (done) => ({ ...done }))
    })
  command('list', 'list the users and the providers by which they have signed in').action(
    async ({ json }: UserOptions) => {
      const rows = await withDatabase(listUsers)
      printRows(
        rows.map((row) => ({ ...row })),
        json,
      )
    },
  )
  command('bind', 'let an account at a provider be a user, whatever its address')
    .argument('<email>', 'the address of the user')
    .requiredOption('--provider <name>', 'name of the provider in entrepot.yaml')
    .requiredOption('--subject <id>', 'id of the account there')
    .option('--issuer <url>', 'issuer of its ID tokens; none for github', '')
    .option(
      '--unlisted',
      'the provider is not in entrepot.yaml: a hook resolves it, or later',
      false,
    )
    .addHelpText('after', '\nThe log line of a refused sign-in names provider, issuer and subject.')
    .action(async (email: string, { json, unlisted, ...identity }: BindOptions) => {
      const refusal = unlisted
        ? undefined
        : await refuseUnknownIssuer(await readConfig(process.env), identity)
      const user =
        refusal ?? (await withDatabase((database) => bindUser(database, email, identity)))
      printOutcome(user, json, (done) => ({
        userId: done.userId,
        email: done.email,
        ...identity,
      }))
    })
  command('remove', 'remove a user: they are signed out everywhere, nothing acts for them any more')
    .argument('<email>', 'the address')
    .addHelpText(
      'after',
      '\nAn address that entrepot.yaml allows becomes a user again when it signs in.',
    )
    .action(async (email: string, { json }: UserOptions) => {
      const user = await withDatabase((database) => removeUser(database, email))
      printOutcome(user, json, (done) => ({
        userId: done.userId,
        email: done.email,
        removed: true,
      }))
    })
}

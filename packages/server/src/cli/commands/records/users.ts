import { readConfig } from '../../../config/config.ts'
import { publicUrlAt } from '../../../config/rules.ts'
import { refuseUnknownIssuer } from '../../../host/sign-in/issuers.ts'
import { removePerson } from '../../../people/members/members.ts'
import { createRecoveryLink } from '../../../people/passkeys/recovery.ts'
import { refuse } from '../../../people/refusal.ts'
import { addUser, bindUser, listUsers } from '../../../people/users/users.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { printOutcome, printRows } from '../../terminal/print.ts'
import { withDatabase } from '../../terminal/with-database.ts'

interface UserOptions {
  readonly name?: string
}

interface BindOptions {
  readonly provider: string
  readonly subject: string
  readonly issuer: string
  readonly unlisted: boolean
}

/** Adds `entrepot users`. */
export function addUserCommands(program: EntrepotCommand): void {
  const users = program.command('users').description('manage the people who may sign in')
  const command = (name: string, description: string) =>
    users.command(name).description(description).printsJson()

  command('add', 'let the person with this email address sign in')
    .argument('<email>', 'email address, which the identity provider must have verified')
    .option('--name <name>', 'name of the person')
    .example('users add ann@shop.example --name Ann')
    .action(async (email: string, { name }: UserOptions, command: EntrepotCommand) => {
      await command.report((database) => addUser(database, { email, name }))
    })
  command('list', 'list the users with the providers at which they have an account')
    .addHelpText(
      'after',
      '\nisByLink, which is shown if it is true for somebody: only the link of an\ninvitation has proven the address, and no provider has confirmed it.',
    )
    .example('users list')
    .action(async (_: object, command: EntrepotCommand) => {
      const rows = await withDatabase(command.terminal, listUsers)
      // Most tables fit into 80 columns without it.
      const { json = false } = command.opts<{ json?: boolean }>()
      const isShown = json || rows.some(({ isByLink }) => isByLink)
      printRows(command, isShown ? rows : rows.map(({ isByLink: _, ...row }) => row))
    })
  addBind(command)
  addRecover(command)
  addRemove(command)
}

/** Begins a command below `entrepot users`. */
type NewCommand = (name: string, description: string) => EntrepotCommand

function addBind(command: NewCommand): void {
  command('bind', 'bind an account at a provider to a user, whatever the address of the account')
    .argument('<email>', 'email address of the user')
    .needs('--provider <name>', 'name of the provider in entrepot.yaml')
    .needs('--subject <id>', 'id of the account at the provider')
    .option('--issuer <url>', 'issuer of its ID tokens; leave it out for github', '')
    .option('--unlisted', 'accept a provider that is not in entrepot.yaml', false)
    .addHelpText(
      'after',
      '\nThe log line of a refused sign-in contains provider, issuer and subject.',
    )
    .example(
      'users bind ann@shop.example --provider azure --issuer https://login.example --subject AAAA',
    )
    .action(async (email: string, options: BindOptions, command: EntrepotCommand) => {
      const { provider, issuer, subject, unlisted } = options
      const identity = { provider, issuer, subject }
      const refusal = unlisted
        ? undefined
        : await refuseUnknownIssuer(await readConfig(command.terminal.env), identity)
      if (refusal) return void printOutcome(command, refusal)
      await command.report(
        (database) => bindUser(database, email, identity),
        (user) => ({ userId: user.userId, email: user.email, ...identity }),
      )
    })
}

function addRecover(command: NewCommand): void {
  command('recover', 'print a link with which a user creates a new passkey, once')
    .argument('<email>', 'email address of the user')
    .addHelpText(
      'after',
      `
For people who have lost their passkeys, and for users who have none yet. The
link works once, for a day, and replaces an earlier one. Send it to the person
in a way that nobody else reads: whoever opens it can sign in as this user.`,
    )
    .example('users recover ann@shop.example')
    .action(async (email: string, _: object, command: EntrepotCommand) => {
      const config = await readConfig(command.terminal.env)
      if (!config.signIn.passkeys) return void printOutcome(command, NO_PASSKEYS)
      const publicUrl = publicUrlAt(config, config.port)
      await command.report((database) => createRecoveryLink(database, email, publicUrl))
    })
}

function addRemove(command: NewCommand): void {
  command('remove', 'remove a user with all sessions, and revoke the clients that act for the user')
    .argument('<email>', 'email address of the user')
    .addHelpText(
      'after',
      `
A person whose address entrepot.yaml allows becomes a user again at the next
sign-in.`,
    )
    .option('--force', 'remove even the only owner of a customer', false)
    .example('users remove ann@shop.example')
    .action(async (email: string, options: { force: boolean }, command: EntrepotCommand) => {
      await command.report(
        (database) => removePerson(database, email, options),
        (done) => ({
          userId: done.userId,
          email: done.email,
          removed: true,
        }),
      )
    })
}

const NO_PASSKEYS = refuse(
  'SERVER_NO_PASSKEYS',
  'Nobody signs in with passkeys at this hub. Set signIn.passkeys in entrepot.yaml, or bind an account of a provider: entrepot users bind.',
)

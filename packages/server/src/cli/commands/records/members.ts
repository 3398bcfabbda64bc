import { Option } from 'commander'
import { readConfig } from '../../../config/config.ts'
import { publicUrlAt } from '../../../config/rules.ts'
import type { Config } from '../../../config/types.ts'
import { ACTIVATE_SIGN_IN, providersOf } from '../../../host/sign-in/providers.ts'
import { createOwnerLink } from '../../../people/first-owner/first-owner.ts'
import { addMember, listMembers, removeMember, setRole } from '../../../people/members/members.ts'
import { ROLE_NAMES, type Role } from '../../../people/members/roles.ts'
import { type HubRefusal, refuse } from '../../../people/refusal.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { ofCustomer as inCustomer } from '../../terminal/of-customer.ts'
import { parseId, parseRole } from '../../terminal/parse.ts'
import { printOutcome, printRowsOr } from '../../terminal/print.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { withDatabase } from '../../terminal/with-database.ts'

interface MemberOptions {
  readonly customer: string
}

interface RoleOptions extends MemberOptions {
  readonly role: Role
}

/** Adds `entrepot members`. */
export function addMemberCommands(program: EntrepotCommand, terminal: Terminal): void {
  const members = program
    .command('members')
    .description('manage which users act for which customers, and in which role')
  const ofCustomer = (name: string, description: string) =>
    members
      .command(name)
      .description(description)
      .argument('<email>', 'email address of the user (see entrepot users list)')
      .needsCustomer()
      .printsJson()

  addRoles(ofCustomer, terminal)
  addOwnerLink(members, terminal)
  members
    .command('list')
    .description('list the members of one customer or of all customers')
    .option('--customer <id>', 'id of the customer', parseId)
    .printsJson()
    .example('members list', 'members list --customer 2')
    .action(async ({ customer }: Partial<MemberOptions>, command: EntrepotCommand) => {
      const rows = await withDatabase(terminal, (database) => {
        const list = () => listMembers(database, customer)
        return customer === undefined ? list() : inCustomer(database, customer, list)
      })
      printRowsOr(terminal, command, rows)
    })
  ofCustomer('remove', 'end a membership, within a second')
    .example('members remove ann@shop.example --customer 2')
    .action(async (email: string, { customer }: MemberOptions, command: EntrepotCommand) => {
      const membership = { email, customerId: customer }
      const refusal = await withDatabase(terminal, (database) => removeMember(database, membership))
      printOutcome(terminal, command, refusal, () => ({ ...membership, member: false }))
    })
}

/** `owner-link`. */
function addOwnerLink(members: EntrepotCommand, terminal: Terminal): void {
  members
    .command('owner-link')
    .description('print a link with which the first owner of the hub signs in, once')
    .printsJson()
    .addHelpText(
      'after',
      `
The link works for a day, and only while no customer has an owner. Whoever opens
it and signs in becomes the owner of the first customer, which is made if there
is none. The start of a hub without an owner prints one, too.`,
    )
    .example('members owner-link')
    .action(async (_: object, command: EntrepotCommand) => {
      const outcome = await makeOwnerLink(await readConfig(terminal.env), terminal)
      printOutcome(terminal, command, outcome, (done) => done)
    })
}

async function makeOwnerLink(
  config: Config,
  terminal: Terminal,
): Promise<{ readonly link: string } | HubRefusal> {
  const { devIdp, signIn, plugins } = config
  if (!devIdp.enabled && !signIn.passkeys && providersOf(plugins).length === 0) {
    return refuse('SERVER_NO_SIGN_IN', `Nobody can sign in: ${ACTIVATE_SIGN_IN}`)
  }
  const publicUrl = publicUrlAt(config, config.port)
  const link = await withDatabase(terminal, (database) => createOwnerLink(database, publicUrl))
  if (link !== undefined) return { link }
  const message =
    'The hub has an owner. Owners invite others; on the machine of the hub, use entrepot members add <email> --customer <id> --role owner.'
  return refuse('SERVER_HAS_OWNER', message)
}

/** `add` and `set-role`. */
function addRoles(
  ofCustomer: (name: string, description: string) => EntrepotCommand,
  terminal: Terminal,
): void {
  ofCustomer('add', 'make a user a member of a customer; a member keeps the role')
    .addOption(
      new Option('--role <role>', 'what the member may do').choices(ROLE_NAMES).default('viewer'),
    )
    .addHelpText('after', ROLE_HELP)
    .example(
      'members add ann@shop.example --customer 2',
      'members add ann@shop.example --customer 2 --role owner',
    )
    .action(async (email: string, options: RoleOptions, command: EntrepotCommand) => {
      const { customer: customerId, role } = options
      const member = await withDatabase(terminal, (database) =>
        addMember(database, { email, customerId, role }),
      )
      printOutcome(terminal, command, member, (done) => ({
        ...{ email, customerId, role: done.role },
        member: true,
      }))
    })
  ofCustomer('set-role', 'change the role of a member, within a second')
    .needs('--role <role>', ROLE_NAMES.join(', '), parseRole)
    .addHelpText('after', ROLE_HELP)
    .example('members set-role ann@shop.example --customer 2 --role operator')
    .action(async (email: string, options: RoleOptions, command: EntrepotCommand) => {
      const { customer: customerId, role } = options
      const member = await withDatabase(terminal, (database) =>
        setRole(database, { email, customerId, role }),
      )
      printOutcome(terminal, command, member, () => ({ email, customerId, role }))
    })
}

const ROLE_HELP = `
An owner may do everything. An operator reads everything, and works with orders,
shipments and products. A viewer reads.`

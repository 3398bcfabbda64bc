import { Option } from 'commander'
import { readConfig } from '../../../config/config.ts'
import { publicUrlAt } from '../../../config/rules.ts'
import type { Config } from '../../../config/types.ts'
import { ACTIVATE_SIGN_IN, providersOf } from '../../../host/sign-in/providers.ts'
import { createOwnerLink } from '../../../people/first-owner/first-owner.ts'
import { addMember, listMembers, removeMember, setRole } from '../../../people/members/members.ts'
import { ROLE_NAMES, type Role } from '../../../people/members/roles.ts'
import { refuse } from '../../../people/refusal.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { ofCustomer as inCustomer, type OfCustomer } from '../../terminal/of-customer.ts'
import { parseId, parseRole } from '../../terminal/parse.ts'
import { printOutcome } from '../../terminal/print.ts'

interface RoleOptions extends OfCustomer {
  readonly role: Role
}

/** Adds `entrepot members`. */
export function addMemberCommands(program: EntrepotCommand): void {
  const members = program
    .command('members')
    .description('manage which users act for which customers, and in which role')
  const ofCustomer = (name: string, description: string) =>
    members
      .ofCustomer(name, description)
      .argument('<email>', 'email address of the user (see entrepot users list)')

  addRoles(ofCustomer)
  addOwnerLink(members)
  members
    .command('list')
    .description('list the members of one customer or of all customers')
    .option('--customer <id>', 'id of the customer', parseId)
    .printsJson()
    .example('members list', 'members list --customer 2')
    .action(async ({ customer }: Partial<OfCustomer>, command: EntrepotCommand) => {
      await command.report((database) => {
        const list = () => listMembers(database, customer)
        return customer === undefined ? list() : inCustomer(database, customer, list)
      })
    })
  ofCustomer('remove', 'end a membership, within a second')
    .example('members remove ann@shop.example --customer 2')
    .action(async (email: string, { customer }: OfCustomer, command: EntrepotCommand) => {
      const membership = { email, customerId: customer }
      await command.report(
        (database) => removeMember(database, membership),
        () => ({ ...membership, member: false }),
      )
    })
}

/** `owner-link`. */
function addOwnerLink(members: EntrepotCommand): void {
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
      const config = await readConfig(command.terminal.env)
      if (hasNoSignIn(config)) return void printOutcome(command, NO_SIGN_IN)
      const publicUrl = publicUrlAt(config, config.port)
      await command.report(
        async (database) => (await createOwnerLink(database, publicUrl)) ?? HAS_OWNER,
        (link) => ({ link }),
      )
    })
}

function hasNoSignIn({ devIdp, signIn, plugins }: Config): boolean {
  return !devIdp.enabled && !signIn.passkeys && providersOf(plugins).length === 0
}

const NO_SIGN_IN = refuse('SERVER_NO_SIGN_IN', `Nobody can sign in: ${ACTIVATE_SIGN_IN}`)

const HAS_OWNER = refuse(
  'SERVER_HAS_OWNER',
  'The hub has an owner. Owners invite others; on the machine of the hub, use entrepot members add <email> --customer <id> --role owner.',
)

/** `add` and `set-role`. */
function addRoles(ofCustomer: (name: string, description: string) => EntrepotCommand): void {
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
      await command.report(
        (database) => addMember(database, { email, customerId, role }),
        (done) => ({
          ...{ email, customerId, role: done.role },
          member: true,
        }),
      )
    })
  ofCustomer('set-role', 'change the role of a member, within a second')
    .needs('--role <role>', ROLE_NAMES.join(', '), parseRole)
    .addHelpText('after', ROLE_HELP)
    .example('members set-role ann@shop.example --customer 2 --role operator')
    .action(async (email: string, options: RoleOptions, command: EntrepotCommand) => {
      const { customer: customerId, role } = options
      await command.report(
        (database) => setRole(database, { email, customerId, role }),
        () => ({ email, customerId, role }),
      )
    })
}

const ROLE_HELP = `
An owner may do everything. An operator reads everything, and works with orders,
shipments and products. A viewer reads.`

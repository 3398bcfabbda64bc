import { type Command, Option } from 'commander'
import { addMember, listMembers, removeMember } from '../members/members.ts'
import { parseId } from './parse.ts'
import { printOutcome, printRows } from './print.ts'
import type { Terminal } from './terminal.ts'
import { withDatabase } from './with-database.ts'

interface MemberOptions {
  readonly customer: string
  readonly json: boolean
}

interface ListOptions {
  readonly customer?: string
  readonly json: boolean
}

/** Adds `entrepot members`. */
export function addMemberCommands(program: Command, terminal: Terminal): void {
  const members = program
    .command('members')
    .description('manage which users, and the agents that act for them, see which customers')
  const asJson = () => new Option('--json', 'print one line of JSON per row').default(false)
  const ofCustomer = (name: string, description: string) =>
    members
      .command(name)
      .description(description)
      .argument('<email>', 'email address of the user (see entrepot users list)')
      .requiredOption(
        '--customer <id>',
        'id of the customer (see entrepot customers list)',
        parseId,
      )
      .addOption(asJson())

  ofCustomer('add', 'make a user a member of a customer').action(
    async (email: string, { customer, json }: MemberOptions) => {
      const membership = { email, customerId: customer }
      const refusal = await withDatabase(terminal, (database) => addMember(database, membership))
      printOutcome(terminal, refusal, json, () => ({ ...membership, member: true }))
    },
  )
  members
    .command('list')
    .description('list the members of one customer or of all customers')
    .option('--customer <id>', 'id of the customer', parseId)
    .addOption(asJson())
    .action(async ({ customer, json }: ListOptions) => {
      const rows = await withDatabase(terminal, (database) => listMembers(database, customer))
      printRows(
        terminal,
        rows.map((row) => ({ ...row })),
        json,
      )
    })
  ofCustomer('remove', 'end a membership, from the next call on').action(
    async (email: string, { customer, json }: MemberOptions) => {
      const membership = { email, customerId: customer }
      const refusal = await withDatabase(terminal, (database) => removeMember(database, membership))
      printOutcome(terminal, refusal, json, () => ({ ...membership, member: false }))
    },
  )
}

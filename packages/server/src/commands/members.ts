import { addMember, listMembers, removeMember } from '../members/members.ts'
import type { EntrepotCommand } from './entrepot-command.ts'
import { parseId } from './parse.ts'
import { printOutcome, printRows } from './print.ts'
import type { Terminal } from './terminal.ts'
import { withDatabase } from './with-database.ts'

interface MemberOptions {
  readonly customer: string
}

/** Adds `entrepot members`. */
export function addMemberCommands(program: EntrepotCommand, terminal: Terminal): void {
  const members = program
    .command('members')
    .description('manage which users, and the agents that act for them, see which customers')
  const ofCustomer = (name: string, description: string) =>
    members
      .command(name)
      .description(description)
      .argument('<email>', 'email address of the user (see entrepot users list)')
      .needs('--customer <id>', 'id of the customer (see entrepot customers list)', parseId)
      .printsJson()
      .example(`members ${name} ann@shop.example --customer 2`)

  ofCustomer('add', 'make a user a member of a customer').action(
    async (email: string, { customer }: MemberOptions, command: EntrepotCommand) => {
      const membership = { email, customerId: customer }
      const refusal = await withDatabase(terminal, (database) => addMember(database, membership))
      printOutcome(terminal, command, refusal, () => ({ ...membership, member: true }))
    },
  )
  members
    .command('list')
    .description('list the members of one customer or of all customers')
    .option('--customer <id>', 'id of the customer', parseId)
    .printsJson()
    .example('members list', 'members list --customer 2')
    .action(async ({ customer }: Partial<MemberOptions>, command: EntrepotCommand) => {
      const rows = await withDatabase(terminal, (database) => listMembers(database, customer))
      printRows(terminal, command, rows)
    })
  ofCustomer('remove', 'end a membership, from the next call on').action(
    async (email: string, { customer }: MemberOptions, command: EntrepotCommand) => {
      const membership = { email, customerId: customer }
      const refusal = await withDatabase(terminal, (database) => removeMember(database, membership))
      printOutcome(terminal, command, refusal, () => ({ ...membership, member: false }))
    },
  )
}

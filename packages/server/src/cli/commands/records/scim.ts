import { createApiKey, getCustomers } from '@entrepot/marketplace'
import { Argument } from 'commander'
import { readConfig } from '../../../config/config.ts'
import { publicUrlAt } from '../../../config/rules.ts'
import { refuseUnknownIssuer } from '../../../host/sign-in/issuers.ts'
import { hubNames } from '../../../names.ts'
import { noCustomer } from '../../../people/members/members.ts'
import { ROLE_NAMES, type Role } from '../../../people/members/roles.ts'
import { withGroupRole } from '../../../provisioning/access/rules.ts'
import { type ScimSettings, selectSettings } from '../../../provisioning/access/store.ts'
import { selectCalls } from '../../../provisioning/scim/call-store.ts'
import { SCIM_PATH } from '../../../provisioning/scim/routes.ts'
import { changeScimSettings, type SettingsChange } from '../../../provisioning/settings/settings.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import type { OfCustomer } from '../../terminal/of-customer.ts'
import { printOutcome } from '../../terminal/print.ts'

interface ScimOptions extends OfCustomer {
  readonly json: boolean
}

interface SubjectOptions extends ScimOptions {
  readonly provider?: string
  readonly issuer?: string
  readonly unlisted: boolean
}

/** A role, or `none`. */
type RoleOrNone = Role | 'none'

const toRole = (role: RoleOrNone): Role | null => (role === 'none' ? null : role)

const roleArgument = () =>
  new Argument('<role>', 'role of a member, or none').choices([...ROLE_NAMES, 'none'])

/** Adds `entrepot scim`. */
export function addScimCommands(program: EntrepotCommand): void {
  const scim = program
    .command('scim')
    .description('let the directory of a customer (SCIM) add and remove its members')
  addSecret(scim)
  addRoles(scim)
  addSubjects(scim)
  scim
    .ofCustomer('show', 'print the settings of the directory')
    .example('scim show --customer 2')
    .action(async ({ customer }: ScimOptions, command: EntrepotCommand) => {
      const url = await urlOf(command)
      await command.report(
        (database) => selectSettings(database, customer),
        (settings) => ({ url, ...settings }),
      )
    })
  scim
    .ofCustomer('calls', 'list the last calls of the directory, newest first')
    .example('scim calls --customer 2')
    .action(async (_: object, command: EntrepotCommand) => {
      await command.reportOf((database, { customerId }) => selectCalls(database, customerId, 50))
    })
}

async function urlOf({ terminal: { env } }: EntrepotCommand): Promise<string> {
  const config = await readConfig(env)
  return new URL(SCIM_PATH, publicUrlAt(config, config.port)).href
}

function addSecret(scim: EntrepotCommand): void {
  scim
    .ofCustomer(
      'secret',
      'create a secret for the directory and print it; it cannot be shown again',
    )
    .option('--label <text>', 'purpose of the secret', 'SCIM')
    .addHelpText(
      'after',
      `
The secret is an API key with the scope scim:write only. It is listed by
entrepot keys list. To change it, use entrepot keys rotate: both secrets work
for a day. To end it, use entrepot keys revoke.`,
    )
    .example('scim secret --customer 2', 'scim secret --customer 2 --label Entra')
    .action(async (options: ScimOptions & { label: string }, command: EntrepotCommand) => {
      const { customer, label, json } = options
      const scopes = ['scim:write']
      const url = await urlOf(command)
      const isDone = await command.report(
        (database) =>
          createApiKey(
            database,
            customer,
            { kind: 'merchant', label, scopes },
            { names: hubNames },
          ),
        ({ key, record }) => ({ url, secret: key, keyId: record.keyId, label }),
      )
      if (isDone && !json)
        command.terminal.stdout.write('\nThe secret is not shown again: keep it in a safe place.\n')
    })
}

function addRoles(scim: EntrepotCommand): void {
  scim
    .ofCustomer('role', 'let a group of the directory give a role, or none')
    .argument('<group>', 'displayName or externalId of the group')
    .addArgument(roleArgument())
    .addHelpText('after', '\nOf several groups of a person, the highest role counts.')
    .example(
      "scim role 'Shop admins' owner --customer 2",
      "scim role 'Shop admins' none --customer 2",
    )
    .action(
      async (group: string, role: RoleOrNone, options: ScimOptions, command: EntrepotCommand) => {
        await change(command, options, ({ roles }) => ({
          roles: withGroupRole(roles, group, toRole(role)),
        }))
      },
    )
  scim
    .ofCustomer('default-role', 'set the role of people whose groups give none')
    .addArgument(roleArgument())
    .example('scim default-role viewer --customer 2', 'scim default-role none --customer 2')
    .action(async (role: RoleOrNone, options: ScimOptions, command: EntrepotCommand) => {
      await change(command, options, () => ({ defaultRole: toRole(role) }))
    })
}

function addSubjects(scim: EntrepotCommand): void {
  scim
    .ofCustomer('subjects', 'recognise people by their account, if externalId is its subject')
    .option('--provider <name>', 'name of the provider in entrepot.yaml; leave out for none')
    .option('--issuer <url>', 'issuer of its ID tokens')
    .option('--unlisted', 'accept a provider that is not in entrepot.yaml', false)
    .addHelpText(
      'after',
      `
Whoever signs in at the provider with a subject that the directory has sent as
externalId is that person, also without a verified address. Only use it for a
provider whose subjects the customer decides on. Without --provider, people are
recognised by their verified address.`,
    )
    .example(
      'scim subjects --customer 2 --provider okta --issuer https://shop.okta.example',
      'scim subjects --customer 2',
    )
    .action(async (options: SubjectOptions, command: EntrepotCommand) => {
      const { provider, issuer, unlisted } = options
      const subject = provider === undefined ? null : { provider, issuer: issuer ?? '' }
      const refusal =
        subject === null || unlisted
          ? undefined
          : await refuseUnknownIssuer(await readConfig(command.terminal.env), subject)
      if (refusal) printOutcome(command, refusal)
      else await change(command, options, () => ({ subject }))
    })
}

async function change(
  command: EntrepotCommand,
  { customer }: ScimOptions,
  changeOf: (before: ScimSettings) => SettingsChange,
): Promise<void> {
  await command.report(async (database) => {
    const [known] = await getCustomers(database, [customer])
    if (known === undefined) return noCustomer(customer)
    return await changeScimSettings(database, customer, changeOf)
  })
}

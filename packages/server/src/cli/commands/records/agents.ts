import {
  createByOperator,
  listAgents,
  operatorAt,
} from '../../../agents/headless-agents/by-operator.ts'
import type { HeadlessAgent } from '../../../agents/headless-agents/store.ts'
import type { SentWorkload } from '../../../agents/headless-agents/workload-rules.ts'
import { addWorkload, removeWorkload } from '../../../agents/headless-agents/workloads.ts'
import { resumeStopped, stopAgents } from '../../../agents/stops/stops.ts'
import type { AgentStop } from '../../../agents/stops/store.ts'
import { readConfig } from '../../../config/config.ts'
import { publicUrlAt } from '../../../config/rules.ts'
import { revokeAgentsOf } from '../../../people/sessions/revoke-agents.ts'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { type Pair, pairParser, parseId } from '../../terminal/parse.ts'

interface TrustOptions {
  readonly issuer: string
  readonly subject: string
  readonly audience?: string
  readonly claims?: readonly Pair[]
}

interface CreateOptions extends TrustOptions {
  readonly name: string
  readonly scopes: readonly string[]
}

/** Adds `entrepot agents`. */
export function addAgentCommands(program: EntrepotCommand): void {
  const agents = program
    .command('agents')
    .description('manage agents without a person, and end what agents may do for a person')
  agents
    .ofCustomer('list', 'list the agents of a customer that act without a person')
    .example('agents list --customer 2')
    .action(async (_: object, command: EntrepotCommand) => {
      await command.reportOf(listAgents, toRow)
    })
  addCreate(
    withTrust(agents.ofCustomer('create', 'create an agent that signs in by tokens of a platform')),
  )
  addTrust(agents)
  addStops(agents)
  addRevoke(agents)
}

/** The options that say which tokens an agent signs in by. */
function withTrust(command: EntrepotCommand): EntrepotCommand {
  return command
    .needs('--issuer <url>', 'issuer of the tokens: the claim iss')
    .needs(
      '--subject <text>',
      'subject of the tokens: the claim sub; a * stands for one part of it',
    )
    .option(
      '--audience <text>',
      'audience of the tokens: the claim aud (default: the address of the hub)',
    )
    .option('--claims <name=value...>', 'claims that the tokens must have', CLAIMS)
}

const CLAIMS = pairParser(/^([\w:.-]{1,100})=(.+)$/, 'environment=production')

function addCreate(command: EntrepotCommand): void {
  command
    .needs('--name <text>', 'what the agent does, for people')
    .needs('--scopes <scope...>', 'what the agent may do')
    .example(
      'agents create --customer 2 --name Deploy --scopes products:write --issuer https://token.actions.githubusercontent.com --subject repo:acme/shop:ref:refs/heads/main',
    )
    .action(async (options: CreateOptions, command: EntrepotCommand) => {
      const { name, scopes } = options
      const workload = await readTrust(options, command)
      await command.reportOf(
        (database, customer) => createByOperator(database, customer, { name, scopes, workload }),
        toRow,
      )
    })
}

function addTrust(agents: EntrepotCommand): void {
  withTrust(agents.ofCustomer('trust', 'let an agent sign in by further tokens of a platform'))
    .argument('<id>', 'id of the agent (see entrepot agents list)', parseId)
    .example(
      'agents trust 5 --customer 2 --issuer https://kubernetes.example --subject system:serviceaccount:shop:importer',
    )
    .action(async (id: string, options: TrustOptions, command: EntrepotCommand) => {
      const sent = await readTrust(options, command)
      await command.reportOf(
        (database, customer) => addWorkload(database, operatorAt(customer), id, sent),
        toRow,
      )
    })
  agents
    .ofCustomer('untrust', 'end the sign-in of an agent by tokens of a platform')
    .argument('<id>', 'id of the agent', parseId)
    .argument('<workload-id>', 'id of the entry (see entrepot agents list --json)', parseId)
    .example('agents untrust 5 9 --customer 2')
    .action(async (id: string, workloadId: string, _: object, command: EntrepotCommand) => {
      await command.reportOf(
        (database, customer) => removeWorkload(database, operatorAt(customer), id, workloadId),
        toRow,
      )
    })
}

/** `stop` and `resume`. */
function addStops(agents: EntrepotCommand): void {
  const which = 'id of the agent (of GET /v2/agents, or its client id), or all'
  agents
    .ofCustomer('stop', 'stop an agent, or all: they neither read nor write, within seconds')
    .argument('<agent>', which)
    .option('--reason <text>', 'why; the agent is told')
    .example('agents stop all --customer 2 --reason "wrong prices"')
    .action(async (agent: string, { reason }: { reason?: string }, command: EntrepotCommand) => {
      await command.reportOf(
        (database, customer) =>
          stopAgents(database, operatorAt(customer), keyOf(agent), reason ?? null),
        ({ stop }) => toStopRow(stop),
      )
    })
  agents
    .ofCustomer('resume', 'let a stopped agent go on')
    .argument('<agent>', which)
    .example('agents resume all --customer 2')
    .action(async (agent: string, _: object, command: EntrepotCommand) => {
      await command.reportOf(
        (database, customer) => resumeStopped(database, operatorAt(customer), keyOf(agent)),
        toStopRow,
      )
    })
}

const keyOf = (agent: string) => (agent === 'all' ? null : agent)

function toStopRow({ stopId, agentKey, reason, stoppedAt, endedAt }: AgentStop): object {
  return { stopId: Number(stopId), agent: agentKey ?? 'all', reason, stoppedAt, endedAt }
}

/** `revoke`. */
function addRevoke(agents: EntrepotCommand): void {
  agents
    .command('revoke')
    .description('end the tokens of all agents that act for a person, within seconds')
    .argument('<who>', 'email address of the user, or the id of the account with --issuer')
    .option('--issuer <url>', 'the identity provider at which <who> is the id of the account')
    .printsJson()
    .addHelpText(
      'after',
      `
The person is signed out everywhere, too, and can connect no agent for a
minute. Assertions of an identity provider that were made before give no token
any more; to prevent later ones, remove the user or the memberships, or end the
access at the provider.`,
    )
    .example(
      'agents revoke ann@shop.example',
      'agents revoke 00u1a2b3 --issuer https://shop.okta.com',
    )
    .action(async (who: string, { issuer }: { issuer?: string }, command: EntrepotCommand) => {
      await command.report(
        (database) =>
          revokeAgentsOf(
            database,
            issuer === undefined ? { email: who } : { issuer, subject: who },
          ),
        (done) => ({ ...done, revoked: true }),
      )
    })
}

async function readTrust(
  { issuer, subject, audience, claims = [] }: TrustOptions,
  { terminal }: EntrepotCommand,
): Promise<SentWorkload> {
  const config = await readConfig(terminal.env)
  return {
    ...{ issuer, subject, claims: Object.fromEntries(claims), keys: undefined },
    audience: audience ?? publicUrlAt(config, config.port),
  }
}

function toRow({ agentId, clientId, name, status, scopes, ...agent }: HeadlessAgent): object {
  return {
    ...{ agentId: Number(agentId), clientId, name, status, scopes: scopes.join(' ') },
    keys: agent.publicKeys.length,
    trusts: agent.workloads.map(
      ({ workloadId, issuer, subject }) => `${workloadId}: ${subject} at ${issuer}`,
    ),
    usedAt: agent.usedAt,
  }
}

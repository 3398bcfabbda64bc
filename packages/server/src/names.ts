/** The names that the hub adds to the API: those of people and agents. */
import { type NameSet, type Names, namesWith } from '@entrepot/marketplace'
import { Nullable } from '@entrepot/marketplace/routes'
import { Type } from 'typebox'
import { ACTOR } from './actor-shapes.ts'
import { AgentCaps } from './cap-shapes.ts'

const MemberData = Type.Object(
  {
    Email: Type.String(),
    Role: Type.String({ description: 'The role afterwards.' }),
  },
  { title: 'MemberEventData' },
)

const AgentData = Type.Object(
  {
    ClientId: Type.String({ description: 'The OAuth client id of the agent.' }),
    Name: Type.String({ description: 'As the client calls itself; it is not verified.' }),
    PersonId: Nullable(
      Type.Integer({
        description: 'The member for whom it acts. Null for an agent without a person.',
      }),
    ),
    Scopes: Type.Array(Type.String(), {
      description:
        'What it may do, at all resources of the hub; of agent.requested, what was asked for. None any more of agent.revoked.',
    }),
  },
  { title: 'AgentEventData' },
)

const ProvisioningData = Type.Object(
  {
    DefaultRole: Nullable(
      Type.String({
        description: 'The role of people whose groups give none. Null for no access.',
      }),
    ),
    Roles: Type.Array(Type.Object({ Group: Type.String(), Role: Type.String() }), {
      description: 'Which groups of the directory give which roles.',
    }),
  },
  { title: 'ProvisioningEventData' },
)

const PasskeyData = Type.Object(
  {
    Email: Type.String(),
    Passkey: Nullable(
      Type.String({ description: 'The name of the passkey. Null of a link that was made.' }),
    ),
  },
  { title: 'PasskeyEventData' },
)

const ApprovalData = Type.Object(
  {
    ClientId: Type.String({ description: 'The OAuth client id of the agent.' }),
    AgentName: Type.String({ description: 'As the client calls itself; it is not verified.' }),
    PersonId: Nullable(
      Type.Integer({
        description: 'The member for whom it acts. Null for an agent without a person.',
      }),
    ),
    Tool: Nullable(Type.String({ description: 'The tool of the MCP endpoint. Null of the API.' })),
    Operation: Type.String({ description: 'The call of the API, such as createRefund.' }),
    Summary: Type.String({ description: 'What the call would do, in a sentence.' }),
    Status: Type.String({
      description: 'Of the approval: PENDING, APPROVED, REJECTED, EXPIRED, DONE or FAILED.',
    }),
    DecidedBy: Nullable(Type.Object(ACTOR)),
    AnswerStatus: Nullable(Type.Integer({ description: 'The status of the answer to the call.' })),
  },
  { title: 'ApprovalEventData' },
)

const AgentRulesData = Type.Object(
  {
    Rules: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'As they were sent to `PUT /v2/agent-rules`.',
    }),
    ExpiryHours: Type.Integer(),
  },
  { title: 'AgentRulesEventData' },
)

const AgentId = Nullable(
  Type.String({
    description:
      'The Id of the agent, or its ClientId if it acts without a person. Null: all agents of the customer.',
  }),
)

const StopData = Type.Object(
  {
    StopId: Type.Integer(),
    AgentId,
    Reason: Nullable(Type.String()),
  },
  { title: 'AgentStopEventData' },
)

const CapsData = Type.Object(
  {
    AgentId,
    Caps: AgentCaps,
  },
  { title: 'AgentCapsEventData' },
)

const CappedData = Type.Object(
  {
    AgentId: Type.String(),
    Cap: Type.String({ description: 'The limit that was reached, such as Writes.' }),
    Limit: Type.Number(),
    Used: Type.Number({ description: 'What the agent had done on this day.' }),
    Asked: Nullable(
      Type.Number({ description: 'What the refused call asked for. Null: not known before.' }),
    ),
    ResetsAt: Type.String({ format: 'date-time', description: 'When the next day begins.' }),
  },
  { title: 'AgentCappedEventData' },
)

const member = { audience: 'merchant', scopes: ['members:read'], data: MemberData } as const
const passkey = { audience: 'merchant', scopes: ['members:read'], data: PasskeyData } as const
const agent = { audience: 'merchant', scopes: ['agents:read'], data: AgentData } as const
const approval = { audience: 'merchant', scopes: ['agents:read'], data: ApprovalData } as const

/** What the hub adds to the names of the marketplace. */
export const HUB_NAMES = {
  problems: {
    MARKET_LAST_OWNER: { status: 409, title: 'The customer must keep an owner' },
    MARKET_MEMBER_EXISTS: { status: 409, title: 'The person is already a member' },
    MARKET_INVITATION_ACCEPTED: { status: 409, title: 'The invitation was already accepted' },
    MARKET_LAST_WAY_IN: { status: 409, title: 'The person must keep a way to sign in' },
    MARKET_TOO_MANY_AGENTS: { status: 409, title: 'The customer has too many agents' },
    MARKET_TOO_MANY_AGENT_KEYS: { status: 409, title: 'The agent has too many keys' },
    MARKET_LAST_AGENT_KEY: { status: 409, title: 'The agent must keep a key' },
    SERVER_AGENT_STOPPED: { status: 403, title: 'The agent is stopped', ofCalls: 'all' },
    SERVER_AGENT_CAP: { status: 403, title: 'The agent may not do more today', ofCalls: 'all' },
    MARKET_AGENT_DECIDED: { status: 409, title: 'The agent was already approved or rejected' },
    SERVER_APPROVAL_REQUIRED: {
      ...{ status: 403, title: 'A person must approve the call', ofCalls: 'writing' },
    },
    SERVER_APPROVAL_DECIDED: { status: 409, title: 'The call was already decided about' },
    SERVER_TOO_MANY_APPROVALS: {
      ...{ status: 403, title: 'Too many calls of the agent wait', ofCalls: 'writing' },
    },
  },
  scopes: ['members:read', 'members:write', 'agents:read', 'agents:write', 'scim:write'],
  events: {
    'member.invited': member,
    'member.invitation_withdrawn': member,
    'member.joined': member,
    'member.updated': member,
    'member.role_kept': member,
    'member.removed': member,
    'provisioning.updated': { ...member, data: ProvisioningData },
    'passkey.added': passkey,
    'passkey.removed': passkey,
    'passkey.refused': passkey,
    'passkey.recovery_issued': passkey,
    'passkey.recovered': passkey,
    'agent.requested': agent,
    'agent.connected': agent,
    'agent.updated': agent,
    'agent.revoked': agent,
    'agent_rules.updated': { ...agent, data: AgentRulesData },
    'approval.requested': approval,
    'approval.approved': approval,
    'approval.rejected': approval,
    'approval.expired': approval,
    'approval.done': approval,
    'agent.stopped': { ...agent, data: StopData },
    'agent.resumed': { ...agent, data: StopData },
    'agent.caps_changed': { ...agent, data: CapsData },
    'agent.capped': { ...agent, data: CappedData },
  },
  subjects: ['member', 'agent', 'approval'],
  tags: {
    Members: 'The people who act for a merchant, and invitations of further people.',
    Agents: 'The programs that act for people: OAuth clients and their grants.',
  },
} as const satisfies NameSet

declare module '@entrepot/marketplace' {
  interface RegisteredNames {
    hub: typeof HUB_NAMES
  }
}

/**
 * All names of the API of the hub: codes, scopes and types of events.
 *
 * @example
 * const input = { kind: 'merchant', label: 'Admin', scopes: [...hubNames.scopes.merchant] }
 * await createApiKey(database, customerId, input, { names: hubNames })
 */
export const hubNames: Names = namesWith(HUB_NAMES)

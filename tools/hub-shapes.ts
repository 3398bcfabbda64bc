/** Descriptions and examples of the shapes that the hub adds to the API. */
import type { Shapes } from '@entrepot/marketplace/openapi'
import { APPROVAL_SHAPES } from './approval-shapes.ts'

const INVITATION = {
  Id: 5,
  Email: 'ben@example.com',
  Role: 'operator',
  Status: 'OPEN',
  InvitedBy: { Kind: 'person', Id: '1', Label: 'ann@example.com', Person: null },
  CreatedAt: '2026-11-21T10:00:00.000Z',
  ExpiresAt: '2026-11-28T10:00:00.000Z',
  AcceptedAt: null,
}

// The key of RFC 8037, appendix A.
const HEADLESS_AGENT = {
  Id: 4,
  ClientId: 'agent_MDEyMzQ1Njc4OWFiY2RlZg',
  Name: 'Stock robot',
  Status: 'ACTIVE',
  Scopes: ['orders:read', 'products:write'],
  PublicKey: { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
  Keys: [
    {
      Id: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
      Kid: 'p2Jv0sQy6dFq3mTz',
      Algorithm: 'EdDSA',
    },
  ],
  Workloads: [
    {
      Id: 2,
      Issuer: 'https://token.actions.githubusercontent.com',
      Audience: 'https://hub.example.com',
      Subject: 'repo:acme/shop:ref:refs/heads/main',
      Claims: { repository_owner_id: '1234567' },
      HasKeys: false,
      CreatedAt: '2026-11-21T10:00:00.000Z',
    },
  ],
  AskedBy: { Kind: 'person', Id: '1', Label: 'ann@example.com' },
  CreatedAt: '2026-11-21T10:00:00.000Z',
  DecidedBy: { Kind: 'person', Id: '1', Label: 'ann@example.com' },
  DecidedAt: '2026-11-21T10:00:00.000Z',
  UsedAt: null,
}

const AGENT = {
  Id: '7-n4bQgYhMfWWaL-qgxVrQFa',
  ClientId: 'https://agent.example.com/client.json',
  Name: 'Order assistant',
  Person: { Id: 7, Email: 'ann@example.com' },
  RedirectHost: 'agent.example.com',
  Access: [{ Resource: 'https://hub.example.com/v2', Scopes: ['orders:read'] }],
  ConnectedAt: '2026-11-21T10:00:00.000Z',
  UsedAt: '2026-11-22T10:00:00.000Z',
  Active: true,
  ActsUntil: '2027-11-21T10:00:00.000Z',
}

const STOP = {
  Id: 3,
  AgentId: HEADLESS_AGENT.ClientId,
  Reason: 'It cancels orders by mistake',
  StoppedBy: { Kind: 'person', Id: '1', Label: 'ann@example.com', Person: null, Tool: null },
  StoppedAt: '2026-11-22T10:00:00.000Z',
  EndedBy: null,
  EndedAt: null,
}

const CAPS = {
  Calls: null,
  Writes: 2000,
  RefundAmount: 500,
  UnitsCancelled: 200,
  PriceChanges: 500,
}

const USED = { Calls: 812, Writes: 96, RefundAmount: 19.9, UnitsCancelled: 2, PriceChanges: 0 }

const LIMITS = {
  Stopped: null,
  Usage: { Caps: CAPS, Used: USED, ResetsAt: '2026-11-22T23:00:00.000Z' },
}

export const HUB_SHAPES: Shapes = {
  ...APPROVAL_SHAPES,
  Me: {
    description: 'For whom and by whom the credentials act.',
    example: {
      Kind: 'merchant',
      Actor: { Kind: 'person', Id: '1', Label: 'ann@example.com', Person: null },
      Customer: { Id: 1, Name: 'Corner shop', TimeZone: 'Europe/Amsterdam' },
      Scopes: ['orders:read', 'products:read'],
      Customers: [{ Id: 1, Name: 'Corner shop', Role: 'viewer' }],
      HasPasskeys: true,
      McpUrl: 'https://hub.example/mcp',
    },
  },
  Member: {
    description: 'A person who acts for the merchant, with the rights of a role.',
    example: {
      Id: 1,
      Email: 'ann@example.com',
      Name: 'Ann Archer',
      Role: 'owner',
      CreatedAt: '2026-11-20T08:00:00.000Z',
      LastSignInAt: '2026-11-21T08:00:00.000Z',
    },
  },
  Session: {
    description: 'Where a person is signed in.',
    example: {
      Id: '0123456789abcdef',
      Browser: 'Chrome on Windows',
      CreatedAt: '2026-11-21T08:00:00.000Z',
      ExpiresAt: '2026-11-28T08:00:00.000Z',
      IsCurrent: true,
    },
  },
  Passkey: {
    description: 'A passkey of a person.',
    example: {
      Id: 1,
      Name: 'Chrome on Linux',
      CreatedAt: '2026-11-20T08:00:00.000Z',
      LastUsedAt: '2026-11-21T08:00:00.000Z',
    },
  },
  PasskeyChange: {
    description: 'What is changed of a passkey.',
    example: { Name: 'The laptop in the shop' },
  },
  PasskeyEventData: {
    description: 'What happened to a passkey of a member.',
    example: { Email: 'ann@example.com', Passkey: 'Chrome on Linux' },
  },
  EndedSessions: { description: 'How many sessions have ended.', example: { EndedCount: 2 } },
  Invitation: { description: 'An invitation of a person to become a member.', example: INVITATION },
  IssuedInvitation: {
    description: 'A new invitation with its link, which is not shown again.',
    example: { ...INVITATION, Link: 'https://hub.example.com/invitations/accept?token=abc' },
  },
  Provisioning: {
    description: 'How a directory provides the members of the customer.',
    example: {
      Url: 'https://hub.example/scim/v2',
      DefaultRole: 'viewer',
      Roles: [{ Group: 'Shop admins', Role: 'owner' }],
      Subject: null,
      People: { All: 12, Active: 11, Joined: 9 },
      Groups: [
        {
          Id: '2819c223-7f76-453a-919d-413861904646',
          DisplayName: 'Shop admins',
          ExternalId: null,
          MemberCount: 2,
          Role: 'owner',
        },
      ],
    },
  },
  ProvisioningChange: {
    description: 'A change of how a directory provides members. What is left out stays.',
    example: { Roles: [{ Group: 'Shop admins', Role: 'owner' }] },
  },
  GroupRole: {
    description: 'A group of the directory, and the role that it gives.',
    example: { Group: 'Shop admins', Role: 'owner' },
  },
  ProvisioningCall: {
    description: 'A call of a directory.',
    example: {
      Id: 7,
      CalledAt: '2026-11-21T10:00:00.000Z',
      Label: 'Entra',
      Method: 'POST',
      Path: '/Users',
      Status: 201,
      Detail: null,
    },
  },
  ProvisioningEventData: {
    description: 'Which roles a directory gives.',
    example: { DefaultRole: 'viewer', Roles: [{ Group: 'Shop admins', Role: 'owner' }] },
  },
  HeadlessAgent: {
    description: 'An agent that acts for the customer without a person.',
    example: HEADLESS_AGENT,
  },
  IssuedHeadlessAgent: {
    description: 'A new agent without a person, with its private key, which is not shown again.',
    example: {
      ...HEADLESS_AGENT,
      PrivateKey: {
        ...HEADLESS_AGENT.PublicKey,
        d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
        kid: 'p2Jv0sQy6dFq3mTz',
      },
      TokenUrl: 'https://hub.example.com/oauth/mcp/token',
    },
  },
  Agent: {
    description: 'An OAuth client that acts for a member.',
    example: AGENT,
  },
  AgentDetails: {
    description: 'An OAuth client that acts for a member, with what it has done today.',
    example: { ...AGENT, ...LIMITS },
  },
  HeadlessAgentDetails: {
    description: 'An agent without a person, with what it has done today.',
    example: { ...HEADLESS_AGENT, ...LIMITS },
  },
  AgentStop: { description: 'A stop of an agent, or of all.', example: STOP },
  AgentStopRequest: {
    description: 'Which agent is stopped, and why.',
    example: { AgentId: HEADLESS_AGENT.ClientId, Reason: 'It cancels orders by mistake' },
  },
  AgentCaps: {
    description: 'The most that an agent does in a day of the time zone of the customer.',
    example: CAPS,
  },
  AgentCapsRequest: {
    description: 'The limits that are set. Those that are left out come from elsewhere.',
    example: { Writes: 500, RefundAmount: 100 },
  },
  AgentUsage: { description: 'What the agent has done today.', example: USED },
  UsageOfAgent: {
    description: 'What the agent has done today of what it may do.',
    example: LIMITS.Usage,
  },
  DefaultAgentCaps: {
    description: 'What each agent of the customer may do in a day.',
    example: { Caps: CAPS, Own: ['RefundAmount'] },
  },
  CapsOfAgent: {
    description: 'What an agent may do in a day, and what it has done today.',
    example: { AgentId: HEADLESS_AGENT.ClientId, Own: ['Writes'], ...LIMITS.Usage },
  },
  AgentStopEventData: {
    description: 'The data of an event of a stop.',
    example: { StopId: 3, AgentId: HEADLESS_AGENT.ClientId, Reason: STOP.Reason },
  },
  AgentCapsEventData: {
    description: 'The data of an event of changed limits.',
    example: { AgentId: null, Caps: CAPS },
  },
  AgentCappedEventData: {
    description: 'The data of an event of a limit that was reached.',
    example: {
      AgentId: HEADLESS_AGENT.ClientId,
      Cap: 'RefundAmount',
      Limit: 500,
      Used: 480.5,
      Asked: 30,
      ResetsAt: LIMITS.Usage.ResetsAt,
    },
  },
  MemberEventData: {
    description: 'The data of an event of a member or an invitation.',
    example: { Email: 'ann@example.com', Role: 'operator' },
  },
  AgentEventData: {
    description: 'The data of an event of an agent.',
    example: {
      ClientId: 'https://agent.example.com/client.json',
      Name: 'Stock agent',
      PersonId: 7,
      Scopes: ['orders:read'],
    },
  },
}

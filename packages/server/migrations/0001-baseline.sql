-- People of the hub, and who of them is signed in. Primary keys come last, for the reason that the marketplace's
-- baseline gives at the orders.
create schema hub;

create table hub.users (
  user_id bigint generated always as identity,
  email text not null check (email <> ''),
  -- The address with its ASCII letters in lower case: addresses are the same when these are.
  email_key text not null unique,
  name text,
  created_at timestamptz not null default now(),
  last_sign_in_at timestamptz
);

alter table hub.users add primary key (user_id);

-- By which account at a provider a user signs in. Bound at the first sign-in, by a verified address; from then on the
-- address may change.
create table hub.identities (
  provider text not null,
  -- `iss` of the ID token: subjects are unique within an issuer (OpenID Connect Core 1.0, section 2). Empty without one.
  issuer text not null,
  subject text not null,
  user_id bigint not null references hub.users on delete cascade,
  created_at timestamptz not null default now(),
  -- An address that was given to somebody else at the provider does not give them the user too.
  unique (user_id, provider, issuer)
);

alter table hub.identities add primary key (provider, issuer, subject);

create table hub.sessions (
  -- SHA-256: who reads the table cannot take a session over.
  id_hash bytea not null check (length(id_hash) = 32),
  -- Who is signed in; their sessions end with them.
  user_id bigint references hub.users on delete cascade,
  data text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index on hub.sessions (expires_at);
create index on hub.sessions (user_id) where user_id is not null;

alter table hub.sessions add primary key (id_hash);

-- Whose customers a person may see. A customer is not referred to: its table is the marketplace's, and may one day be in
-- another database. Customers are never deleted, and a membership without one shows nothing.
create table hub.members (
  user_id bigint not null references hub.users on delete cascade,
  customer_id bigint not null,
  created_at timestamptz not null default now(),
  -- What the member may do. Whoever adds a member names the role.
  role text not null check (role in ('owner', 'operator', 'viewer')),
  primary key (user_id, customer_id)
);

create index on hub.members (customer_id, user_id);

-- Memberships that await a person. The address is that of the person, who need not be a user yet.
create table hub.invitations (
  invitation_id bigint generated always as identity,
  customer_id bigint not null,
  email text not null check (email <> ''),
  email_key text not null,
  role text not null check (role in ('owner', 'operator', 'viewer')),
  -- SHA-256: who reads the table cannot accept an invitation.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Who invited: kind, id and label, and for an agent the person.
  invited_by jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by bigint references hub.users on delete set null
);

alter table hub.invitations add primary key (invitation_id);

-- An address has one open invitation to a customer: inviting again replaces it.
create unique index on hub.invitations (customer_id, email_key) where accepted_at is null;
create index on hub.invitations (email_key) where accepted_at is null;
create index on hub.invitations (customer_id, created_at, invitation_id);
create index on hub.invitations (accepted_by) where accepted_by is not null;

-- The agents of which the log of a customer tells that they act for its members. The connections themselves are in the store of sign-in.
-- No foreign key to the users: the agents of a removed user are told before.
create table hub.told_agents (
  customer_id bigint not null,
  -- The user and a hash of the client: see agent-events/agent-id.ts.
  agent_id text not null,
  user_id bigint not null,
  client_id text not null,
  name text not null,
  scopes text[] not null,
  primary key (customer_id, agent_id)
);

create index on hub.told_agents (user_id);

-- Links with which the first owner of a hub signs in. Each works once, and none while the hub has an owner.
create table hub.first_owner_links (
  -- SHA-256: who reads the table cannot use a link.
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by bigint references hub.users on delete set null
);

alter table hub.first_owner_links add primary key (token_hash);

create index on hub.first_owner_links (used_by) where used_by is not null;

-- Agents that act for a customer without a person: OAuth clients that authenticate with their key.
create table hub.headless_agents (
  agent_id bigint generated always as identity primary key,
  customer_id bigint not null,
  client_id text collate "C" not null unique,
  name text not null check (name <> ''),
  scopes text[] not null,
  -- A public key, as a JSON Web Key.
  public_key jsonb not null,
  -- An agent that waits, or was rejected, gets no tokens. One that is revoked is deleted.
  status text not null check (status in ('WAITING', 'ACTIVE', 'REJECTED')),
  -- Who asked for it, and who decided: kind, id and label, and for an agent the person.
  asked_by jsonb not null,
  created_at timestamptz not null default now(),
  decided_by jsonb,
  decided_at timestamptz,
  used_at timestamptz,
  check ((status = 'WAITING') = (decided_at is null))
);

create index on hub.headless_agents (customer_id, created_at, agent_id);

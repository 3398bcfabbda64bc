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

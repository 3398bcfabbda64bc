-- compatible-from: 0001

-- Tokens of other issuers, such as platforms that run programs, by which an agent without a person authenticates.
create table hub.agent_workloads (
  workload_id bigint generated always as identity primary key,
  agent_id bigint not null references hub.headless_agents on delete cascade,
  issuer text collate "C" not null,
  audience text not null,
  -- May have a * in place of a part.
  subject text collate "C" not null,
  -- Claims that a token must have, by name.
  claims jsonb not null default '{}',
  -- Public keys of the issuer, as JSON Web Keys; null to discover them.
  keys jsonb,
  created_by jsonb not null,
  created_at timestamptz not null default now()
);

create index on hub.agent_workloads (issuer, subject);
create index on hub.agent_workloads (agent_id);

-- An agent that has such tokens only: nobody has the private part of its `public_key`, so that the nodes of the previous release see a key.
alter table hub.headless_agents add column is_keyless boolean not null default false;

-- Assertions of identity providers name an account without the name of a provider of the configuration.
create index on hub.identities (issuer, subject);

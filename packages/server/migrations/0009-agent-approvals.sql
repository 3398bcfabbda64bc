-- compatible-from: 0001

-- Which calls agents do not make alone at a customer. Without a row, the rules of the hub apply.
create table hub.agent_rules (
  customer_id bigint primary key,
  rules jsonb not null,
  changed_by jsonb not null,
  changed_at timestamptz not null default now()
);

-- Calls of agents that wait for a person, or that a person has decided about. Users are not referred to: the row outlives them.
create table hub.agent_approvals (
  approval_id bigint generated always as identity primary key,
  customer_id bigint not null,
  -- The agent: the actor that made the call, the person for whom it acts, and what it was allowed to do.
  agent_key text collate "C" not null,
  client_id text collate "C" not null,
  user_id bigint,
  actor jsonb not null,
  scopes text[] not null,
  tool text,
  -- The call, as it was refused. The hash is that of the method, the address and the body.
  operation text not null,
  needed_scopes text[] not null,
  method text not null,
  url text not null,
  body text,
  call_hash bytea not null check (length(call_hash) = 32),
  summary text not null,
  measures jsonb not null,
  needs text not null check (needs in ('PERSON', 'MEMBER')),
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED', 'EXPIRED', 'DONE', 'FAILED')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The question that a client shows to the person, and the answer.
  question_id text,
  client_answer text check (client_answer in ('accept', 'cancel')),
  decided_by jsonb,
  decided_at timestamptz,
  reason text,
  -- Who makes the call, and until when another node must not.
  idempotency_key text,
  running_until timestamptz,
  answer_status integer,
  answer_body text,
  ended_at timestamptz,
  check ((status = 'APPROVED') = (running_until is not null)),
  check ((status in ('DONE', 'FAILED')) = (answer_status is not null))
);

-- An agent that repeats a call that waits gets the same approval.
create unique index on hub.agent_approvals (customer_id, agent_key, call_hash) where status = 'PENDING';
create index on hub.agent_approvals (customer_id, created_at, approval_id);
create index on hub.agent_approvals (expires_at) where status = 'PENDING';
create index on hub.agent_approvals (running_until) where status = 'APPROVED';
create index on hub.agent_approvals (question_id) where question_id is not null;
create index on hub.agent_approvals (ended_at) where ended_at is not null;

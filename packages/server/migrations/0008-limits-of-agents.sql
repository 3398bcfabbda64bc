-- compatible-from: 0001

-- Stops of agents: of one, or of all agents of a customer. A stop that has not ended is in force.
create table hub.agent_stops (
  stop_id bigint generated always as identity primary key,
  customer_id bigint not null,
  -- The id of an agent of a person, or the client id of one that acts without a person. Null: all agents of the customer.
  agent_key text collate "C",
  reason text,
  stopped_by jsonb not null,
  stopped_at timestamptz not null default clock_timestamp(),
  ended_by jsonb,
  ended_at timestamptz
);

-- At most one in force for an agent.
create unique index on hub.agent_stops (customer_id, coalesce(agent_key, '')) where ended_at is null;
create index on hub.agent_stops (customer_id, stop_id);

-- What agents may do in a day: the values that a customer has set, by name. Those that are missing are those of the customer, or of the hub.
create table hub.agent_caps (
  customer_id bigint not null,
  -- Empty: of all agents of the customer.
  agent_key text collate "C" not null,
  caps jsonb not null,
  changed_by jsonb not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (customer_id, agent_key)
);

-- What an agent has done on a day in the time zone of the customer.
create table hub.agent_usage (
  customer_id bigint not null,
  agent_key text collate "C" not null,
  day date not null,
  calls bigint not null default 0,
  writes bigint not null default 0,
  refunds numeric not null default 0,
  units bigint not null default 0,
  prices bigint not null default 0,
  -- The caps of which an event says that they were reached.
  told text[] not null default '{}',
  primary key (customer_id, agent_key, day)
);

create index on hub.agent_usage (day);

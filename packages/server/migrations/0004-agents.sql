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

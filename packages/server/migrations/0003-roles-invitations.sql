-- What a member may do. Everybody who was a member before could do what the agents of members could.
alter table hub.members add column role text not null default 'owner' check (role in ('owner', 'operator', 'viewer'));

-- From now on, whoever adds a member names the role.
alter table hub.members alter column role drop default;

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

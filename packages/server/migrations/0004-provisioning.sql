-- compatible-from: 0001

-- How the directory of a customer gives roles. Customers without a row have the defaults of the columns.
create table hub.scim_settings (
  customer_id bigint primary key,
  -- The role of people whose groups give none; null for no access.
  default_role text check (default_role in ('owner', 'operator', 'viewer')),
  -- Which groups give which roles: [{"group": name or external id, "role": role}].
  roles jsonb not null default '[]',
  -- The provider and the issuer whose subjects are the external ids of the people. Only the operator of the hub sets them.
  subject_provider text,
  subject_issuer text,
  check ((subject_provider is null) = (subject_issuer is null))
);

-- The people whom a directory names by SCIM. They are users of the hub from their first sign-in on.
create table hub.scim_users (
  customer_id bigint not null,
  scim_id uuid not null default gen_random_uuid(),
  user_name text not null check (user_name <> ''),
  user_name_key text not null,
  external_id text,
  email text not null check (email <> ''),
  email_key text not null,
  is_active boolean not null,
  -- The other attributes, as they were sent.
  resource jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  user_id bigint references hub.users on delete set null,
  -- How the user was found: a member before, or by the address or the subject of a sign-in.
  linked_by text check (linked_by in ('member', 'address', 'subject')),
  -- The role that was given last; null if the membership, if there is one, was not given by the directory.
  given_role text check (given_role in ('owner', 'operator', 'viewer')),
  primary key (customer_id, scim_id),
  constraint scim_users_user_name_key unique (customer_id, user_name_key),
  constraint scim_users_email_key unique (customer_id, email_key)
);

create unique index scim_users_external_id_key on hub.scim_users (customer_id, external_id) where external_id is not null;
create unique index scim_users_user_id_key on hub.scim_users (customer_id, user_id) where user_id is not null;
create index on hub.scim_users (customer_id, created_at, scim_id);
create index on hub.scim_users (email_key);
create index on hub.scim_users (user_id) where user_id is not null;
create index on hub.scim_users (external_id) where external_id is not null;

create table hub.scim_groups (
  customer_id bigint not null,
  scim_id uuid not null default gen_random_uuid(),
  display_name text not null check (display_name <> ''),
  display_name_key text not null,
  external_id text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (customer_id, scim_id),
  constraint scim_groups_display_name_key unique (customer_id, display_name_key)
);

create unique index scim_groups_external_id_key on hub.scim_groups (customer_id, external_id) where external_id is not null;
create index on hub.scim_groups (customer_id, created_at, scim_id);

create table hub.scim_group_members (
  customer_id bigint not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (customer_id, group_id, user_id),
  foreign key (customer_id, group_id) references hub.scim_groups on delete cascade,
  foreign key (customer_id, user_id) references hub.scim_users on delete cascade
);

create index on hub.scim_group_members (customer_id, user_id);

-- The last calls of a directory, for people who set it up.
create table hub.scim_calls (
  customer_id bigint not null,
  call_id bigint generated always as identity,
  called_at timestamptz not null default now(),
  -- The label of the secret.
  label text not null,
  method text not null,
  path text not null,
  status integer not null,
  detail text,
  primary key (customer_id, call_id)
);

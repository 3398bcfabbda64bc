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

-- People of the hub, and who of them is signed in. Primary keys come last, for the reason that the marketplace's
-- 0003-orders.sql gives.
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

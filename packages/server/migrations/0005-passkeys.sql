-- compatible-from: 0001

-- Passkeys: the credentials with which people sign in without an identity provider (Web Authentication Level 3).
create table hub.passkeys (
  passkey_id bigint generated always as identity primary key,
  user_id bigint not null references hub.users on delete cascade,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- COSE_Key.
  public_key bytea not null,
  -- The random name of the person at authenticators: the same for all passkeys of a person, and nothing that says who it is.
  user_handle bytea not null check (length(user_handle) between 1 and 64),
  -- Signatures so far, as the authenticator says; 0 for one that does not count.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null default '{}',
  -- By which the person tells it from the others.
  name text not null check (name <> ''),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index on hub.passkeys (user_id);

-- Challenges that await the answer of an authenticator. Whoever deletes the row has answered it.
create table hub.passkey_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  -- SHA-256 of the cookie of the browser that asked for it.
  browser_hash bytea not null check (length(browser_hash) = 32),
  -- For whom a passkey is created, and why that is allowed; null for a sign-in.
  registration jsonb,
  expires_at timestamptz not null
);

create index on hub.passkey_challenges (expires_at);

-- Links of the operator with which people get back in who have lost their passkeys.
create table hub.recovery_links (
  -- SHA-256: who reads the table cannot use a link.
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id bigint not null references hub.users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create index on hub.recovery_links (user_id);

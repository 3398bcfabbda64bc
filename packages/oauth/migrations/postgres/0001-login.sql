-- States of sign-ins under way. `data` is sealed; `token_hash` is the SHA-256 of the state.
create table oauth.csrf_tokens (
  token_hash text primary key,
  data text not null,
  expires_at timestamptz not null
);
create index csrf_tokens_expires_at on oauth.csrf_tokens (expires_at);

-- Sign-ins that sessions stand on. `session` and `tokens` are sealed; `issued_at` is the provider's clock, in seconds.
create table oauth.logins (
  login_id text primary key,
  provider text not null,
  issuer text not null,
  subject text not null,
  sid text,
  session text not null,
  issued_at bigint not null,
  generation integer not null default 0,
  tokens text,
  refused boolean not null default false,
  holder text,
  lease_until timestamptz,
  expires_at timestamptz not null
);
create index logins_subject on oauth.logins (provider, subject);
create index logins_sid on oauth.logins (provider, sid) where sid is not null;
create index logins_expires_at on oauth.logins (expires_at);

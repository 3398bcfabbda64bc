-- The tables of the PostgreSQL schema `oauth`; times are seconds since 1970.
create table csrf_tokens (
  token_hash text primary key,
  data text not null,
  expires_at real not null
) strict, without rowid;
create index csrf_tokens_expires_at on csrf_tokens (expires_at);

create table logins (
  login_id text primary key,
  provider text not null,
  issuer text not null,
  subject text not null,
  sid text,
  session text not null,
  issued_at integer not null,
  generation integer not null default 0,
  tokens text,
  refused integer not null default 0,
  holder text,
  lease_until real,
  expires_at real not null
) strict;
create index logins_subject on logins (provider, subject);
create index logins_sid on logins (provider, sid) where sid is not null;
create index logins_expires_at on logins (expires_at);

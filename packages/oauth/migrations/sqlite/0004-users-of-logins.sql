-- Whose sign-in it is, as in the session, so that all sign-ins of a user can be ended. Older rows learn it at their next look.
alter table logins add column user_id text;
create index logins_user_id on logins (user_id);

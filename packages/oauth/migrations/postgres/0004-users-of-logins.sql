-- Whose sign-in it is, as in the session, so that all sign-ins of a user can be ended. Older rows learn it at their next look.
-- By hash, since the application chooses how long its ids are.
alter table oauth.logins add column user_id text;
create index logins_user_id on oauth.logins using hash (user_id);

-- compatible-from: 0001

-- Users whom the link of an invitation has admitted, and whose address no provider has confirmed: another account does not get the user by
-- this address.
alter table hub.users add column is_by_link boolean not null default false;

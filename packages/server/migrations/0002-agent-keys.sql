-- compatible-from: 0001

-- Keys of an agent besides `public_key`, as JSON Web Keys: an agent changes to a new key while the old one still works.
alter table hub.headless_agents
  add column further_keys jsonb not null default '[]';

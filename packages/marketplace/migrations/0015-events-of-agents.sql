-- compatible-from: 0001

-- What an agent did, by its client id. Other actors cost nothing.
create index events_of_agents on marketplace.events (customer_id, (actor ->> 'id'), event_id) where actor ->> 'kind' = 'agent';

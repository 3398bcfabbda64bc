-- compatible-from: 0001

-- Why a call was refused, as its answer said it, without secrets. Null in rows of earlier versions.
alter table marketplace.refusals
  -- The path that was called, without its query.
  add column path text,
  add column detail text,
  -- The first issues of the input, as a list of objects with path and message.
  add column errors jsonb,
  -- How many issues the answer had.
  add column error_count integer not null default 0;

create index refusals_by_status on marketplace.refusals (customer_id, status, refusal_id);
create index refusals_by_code on marketplace.refusals (customer_id, code, refusal_id);
create index refusals_by_request on marketplace.refusals (customer_id, request_id);
create index refusals_by_key on marketplace.refusals (customer_id, (actor ->> 'id'), refusal_id) where actor ->> 'kind' = 'key';

-- Why references of acknowledgements were rejected: the first 20 of the minute, as objects with reference, code and detail. Empty in rows of
-- earlier versions.
alter table marketplace.sync_log add column rejections jsonb[] not null default '{}';

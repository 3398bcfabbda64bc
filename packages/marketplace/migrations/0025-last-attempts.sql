-- Whether a result is stored already: a node that loses its connection during a commit stores it again.
alter table marketplace.webhook_deliveries
  -- When the attempt was begun whose result was stored last.
  add column last_attempt_at timestamptz;

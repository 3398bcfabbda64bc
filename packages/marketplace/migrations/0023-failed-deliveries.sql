-- compatible-from: 0001

-- The failed deliveries of a webhook are listed without reading those that were delivered. Few have failed.
create index webhook_deliveries_failed on marketplace.webhook_deliveries (customer_id, webhook_id, delivery_id) where state = 'failed';

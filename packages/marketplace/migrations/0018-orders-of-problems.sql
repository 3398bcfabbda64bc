-- compatible-from: 0001

-- The order to which the record of a problem belongs, such as a shipment that the hub has refused and has no id for.
alter table marketplace.connection_problems add column order_id bigint;

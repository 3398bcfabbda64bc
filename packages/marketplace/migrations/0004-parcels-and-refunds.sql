-- compatible-from: 0001

-- When a shipment was voided: its units are open again, so it does not count any more. Null for all other records.
alter table marketplace.fulfilments
  add column voided_at timestamptz check (voided_at is null or kind = 'shipment');

-- What is refunded apart from returns: of the order, and of each line. Nodes that do not know it cannot refund it again with a return: the
-- half is more than any amount is rounded by.
alter table marketplace.orders
  add column refunded_apart_incl_vat numeric(19, 4) not null default 0 check (refunded_apart_incl_vat >= 0);

alter table marketplace.order_lines
  add column refunded_apart_incl_vat numeric(19, 4) not null default 0
    constraint order_lines_refunded_in_all check (refunded_apart_incl_vat >= 0 and refunded_incl_vat + refunded_apart_incl_vat <=
      original_unit_price_incl_vat * quantity - original_discount_incl_vat - original_order_discount_incl_vat + 0.5);

-- Refunds without a return. They never change.
create table marketplace.refunds (
  customer_id bigint not null,
  refund_id bigint not null,
  reference text collate "C" not null,
  order_id bigint not null,
  channel_id bigint not null,
  -- SHA-256 of the canonical request: tells a retry from another refund under the same reference.
  content_hash bytea not null check (length(content_hash) = 32),
  reason text not null,
  -- In the currency that was paid; of which the last part is for shipping costs.
  refund_incl_vat numeric(19, 4) not null check (refund_incl_vat > 0),
  refund_excl_vat numeric(19, 4) not null check (refund_excl_vat between 0 and refund_incl_vat),
  refund_shipping_incl_vat numeric(19, 4) not null check (refund_shipping_incl_vat between 0 and refund_incl_vat),
  -- The lines of the order that it counts against: [{ "MerchantOrderLineReference", "ChannelOrderLineReference", "RefundInclVat" }].
  lines jsonb not null,
  -- Who created it: a key, or a person, an agent or a job of the hub.
  key_id bigint,
  actor jsonb,
  created_at timestamptz not null,
  foreign key (customer_id, order_id) references marketplace.orders
);

create index refunds_by_creation on marketplace.refunds (customer_id, created_at, refund_id);
create index refunds_of_channel on marketplace.refunds (customer_id, channel_id, created_at, refund_id);

-- After the other keys, for the reason that is given at the orders.
alter table marketplace.refunds add primary key (customer_id, refund_id);

create unique index refunds_by_reference on marketplace.refunds (customer_id, reference) where reference <> '';

create index refunds_by_order on marketplace.refunds (customer_id, order_id) where refund_incl_vat > 0;

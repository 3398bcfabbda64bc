-- compatible-from: 0001

-- What is odd about an order, but does not keep it from being stored; and what was taken off its price.
alter table marketplace.orders
  add column warnings jsonb not null default '[]',
  add column original_discount_incl_vat numeric(19, 4) not null default 0 check (original_discount_incl_vat >= 0),
  add column discount_incl_vat numeric(19, 4) default 0,
  add column discount_description text;

-- The discount of the line, and its part of the discount of the order. Nodes that do not know discounts cannot refund more than was paid.
alter table marketplace.order_lines
  add column discount_incl_vat numeric(19, 4) default 0,
  add column discount_description text,
  add column original_order_discount_incl_vat numeric(19, 4) not null default 0,
  add column original_discount_incl_vat numeric(19, 4) not null default 0
    constraint order_lines_refunded_discount check (refunded_incl_vat * quantity <=
      (original_unit_price_incl_vat * quantity - original_discount_incl_vat - original_order_discount_incl_vat) * returned);

-- An order without e-mail address has an empty one, because the API answers text, and nodes of 0.1.0 require one. It is not in orders_by_buyer.
create index orders_by_buyer_without_email on marketplace.orders (customer_id, (lower(
    coalesce(billing_address ->> 'LastName', billing_address ->> 'CompanyName', '') || ' ' ||
    coalesce(billing_address ->> 'FirstName', '')) collate "C"), order_id desc)
  where email = '';

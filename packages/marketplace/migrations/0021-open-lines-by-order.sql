-- compatible-from: 0001

-- The open units of a product in the order in which they came: how many units come after a line is a sum over a range of it.
drop index marketplace.order_lines_open;
create index order_lines_open on marketplace.order_lines (customer_id, merchant_product_reference, order_id, line_id)
  include (quantity, shipped, cancelled, backordered, merchant_reference)
  where quantity > shipped + cancelled and not is_closed;

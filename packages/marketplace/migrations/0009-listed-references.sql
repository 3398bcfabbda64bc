-- channel_product_reference of a line held the reference that the merchant wished for the product. It holds the reference under
-- which the channel lists the product, or listed it last; null where the channel never acknowledged the product.
update marketplace.order_lines line
set channel_product_reference = found.reference
from (
  select l.customer_id, l.order_id, l.line_id, coalesce(s.channel_reference, s.former_reference) as reference
  from marketplace.order_lines l
  join marketplace.orders o on o.customer_id = l.customer_id and o.order_id = l.order_id
  left join marketplace.listings s on s.customer_id = o.customer_id and s.channel_id = o.channel_id
    and s.merchant_product_reference = l.merchant_product_reference
  where coalesce(s.channel_reference, s.former_reference) is distinct from l.channel_product_reference
) found
where line.customer_id = found.customer_id and line.order_id = found.order_id and line.line_id = found.line_id;

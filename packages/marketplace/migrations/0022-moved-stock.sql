-- compatible-from: 0001

-- By how many units a job has moved the stock of a product, if by others than its change says: a stock is limited. Null if by those.
alter table marketplace.product_job_products add column stock_moved integer;

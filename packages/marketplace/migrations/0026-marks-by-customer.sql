-- compatible-from: 0001

-- The marks of a customer that are due are found without those of others.
create index stock_marks_of_customer on marketplace.stock_marks (customer_id, due_at);

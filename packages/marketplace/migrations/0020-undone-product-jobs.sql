-- compatible-from: 0001

-- The job whose changes a job takes back.
alter table marketplace.product_jobs add column undoes bigint;

create index product_jobs_undoes on marketplace.product_jobs (customer_id, undoes) where undoes is not null;

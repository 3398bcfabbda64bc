-- compatible-from: 0001

-- Changes of many products, which the hub carries out one after another.
create table marketplace.product_jobs (
  customer_id bigint not null references marketplace.customers,
  job_id bigint generated always as identity,
  actor jsonb not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'cancelled')),
  -- The node that carries it out, and until when its claim is valid.
  claim text,
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  primary key (customer_id, job_id)
);

create index product_jobs_open on marketplace.product_jobs (customer_id, job_id) where status in ('queued', 'running');
create index product_jobs_ended on marketplace.product_jobs (ended_at) where ended_at is not null;

-- What is to become of each product of a job, and what has become of it.
create table marketplace.product_job_products (
  customer_id bigint not null,
  job_id bigint not null,
  merchant_product_reference text collate "C" not null,
  -- As the call for one product takes it, without the reference.
  change jsonb not null,
  outcome text not null default 'waiting' check (outcome in ('waiting', 'done', 'unchanged', 'refused')),
  -- Of a refusal.
  code text,
  detail text,
  primary key (customer_id, job_id, merchant_product_reference),
  foreign key (customer_id, job_id) references marketplace.product_jobs on delete cascade
);

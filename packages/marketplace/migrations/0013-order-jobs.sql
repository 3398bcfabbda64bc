-- compatible-from: 0001

-- Actions on many orders, which the hub carries out one after another.
create table marketplace.order_jobs (
  customer_id bigint not null references marketplace.customers,
  job_id bigint generated always as identity,
  action text not null check (action in ('acknowledge', 'ship', 'cancel', 'close')),
  -- How: the naming of an acknowledgement, the carrier of shipments, the reason of cancellations.
  options jsonb not null,
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

create index order_jobs_open on marketplace.order_jobs (customer_id, job_id) where status in ('queued', 'running');
create index order_jobs_ended on marketplace.order_jobs (ended_at) where ended_at is not null;

-- What becomes of each order of a job.
create table marketplace.order_job_orders (
  customer_id bigint not null,
  job_id bigint not null,
  order_id bigint not null,
  outcome text not null default 'waiting' check (outcome in ('waiting', 'done', 'unchanged', 'refused')),
  -- Of a refusal.
  code text,
  detail text,
  primary key (customer_id, job_id, order_id),
  foreign key (customer_id, job_id) references marketplace.order_jobs on delete cascade
);

-- Orders are found by their products, their place and the numbers of their parcels.
create index order_lines_by_product on marketplace.order_lines
  (customer_id, (lower(merchant_product_reference collate "default") collate "C"), order_id desc)
  where merchant_product_reference <> '';

create index orders_by_city on marketplace.orders (customer_id, (lower(shipping_address ->> 'City') collate "C"), order_id desc)
  where shipping_address ->> 'City' <> '';

create index orders_by_zip_code on marketplace.orders
  (customer_id, (lower(replace(shipping_address ->> 'ZipCode', ' ', '')) collate "C"), order_id desc)
  where shipping_address ->> 'ZipCode' <> '';

create index fulfilments_by_tracking on marketplace.fulfilments
  (customer_id, (lower(replace(details ->> 'TrackTraceNo', ' ', '')) collate "C"), order_id desc)
  where kind = 'shipment' and details ->> 'TrackTraceNo' <> '';

-- The number of a shipment is that of its first parcel. Few shipments have more.
create index fulfilments_by_parcel on marketplace.fulfilments using gin ((details -> 'Parcels') jsonb_path_ops)
  where kind = 'shipment' and details ? 'Parcels';

-- The keys and members of a disabled customer are refused; its data is kept.
alter table marketplace.customers add column is_active boolean not null default true;

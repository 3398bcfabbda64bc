-- Days from the date of an order until it is to be shipped.
alter table marketplace.customers add column handling_days integer not null default 2 check (handling_days between 0 and 365);

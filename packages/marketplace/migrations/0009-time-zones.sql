-- compatible-from: 0001

-- In which the days of the customer begin and end: a name of the IANA database.
alter table marketplace.customers add column time_zone text not null default 'UTC';

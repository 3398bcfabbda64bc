-- The euro reference rates of the European Central Bank, which are the same for all customers: how many units of a currency one euro was
-- worth on a day. The euro itself has the rate 1, so that a rate between any two currencies is one quotient.
create table marketplace.ecb_rates (
  currency_code text collate "C" not null check (currency_code ~ '^[A-Z]{3}$'),
  rate_date date not null,
  per_euro numeric(19, 12) not null check (per_euro > 0),
  primary key (currency_code, rate_date)
);

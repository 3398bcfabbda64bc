/** The figures of a period, each with its change and its course. */
import type { ReactNode } from 'react'
import { PageLink } from '../components/page/links.tsx'
import { daysBetween } from '../components/values/days.ts'
import { formatMoney, formatNumber, formatPercent } from '../components/values/language.ts'
import classes from './overview.module.css'
import type { Sales } from './queries.ts'
import { changeOf, dailyTotals, soldWords } from './sales.ts'
import { Sparkline } from './sparkline.tsx'

export function Figures({ sales, currency }: { readonly sales: Sales; readonly currency: string }) {
  const { Total, Before, Margin } = sales
  // Not those that are chosen: while other sales come, these are still shown.
  const days = daysBetween(sales.FirstDay, sales.LastDay) + 1
  const money = (amount: number | null) =>
    amount === null ? 'None' : formatMoney(amount, currency)
  const against = (now: number | null, before: number | null) => (
    <Change now={now} before={before} days={days} />
  )
  const revenue = dailyTotals(sales, 'Revenue')
  const orders = dailyTotals(sales, 'OrderCount')
  const sold = soldWords(Total)
  return (
    <div className={classes.figures}>
      <Figure label="Revenue" note={against(Total.Revenue, Before.Revenue)} course={revenue}>
        {money(Total.Revenue)}
      </Figure>
      <Figure label="Orders" note={against(Total.OrderCount, Before.OrderCount)} course={orders}>
        <PageLink inherit to="/orders" search={{ createdSince: sales.FirstDay }}>
          {formatNumber(Total.OrderCount)}
        </PageLink>
      </Figure>
      <Figure
        label="Average order"
        note={
          <>
            {against(Total.AverageOrder, Before.AverageOrder)}
            {sold && `. ${sold}`}
          </>
        }
        course={revenue.map((amount, day) => (orders[day] ? amount / orders[day] : null))}
      >
        {money(Total.AverageOrder)}
      </Figure>
      {sales.Products !== null && (
        <Figure
          label="Margin excl. VAT"
          note={
            Margin === null
              ? 'No product has a purchase price'
              : `${percentOf(Margin)} of the revenue of products with a purchase price, which make up ${formatPercent(Margin.KnownPercent)} of all goods sold`
          }
        >
          {Margin === null ? 'Not known' : money(Margin.Amount)}
        </Figure>
      )}
    </div>
  )
}

/** The sign says the direction, too. */
function Change({
  now,
  before,
  days,
}: {
  readonly now: number | null
  readonly before: number | null
  readonly days: number
}) {
  const change = changeOf(now, before)
  if (change === undefined) return 'No earlier sales to compare'
  const difference = (now ?? 0) - (before ?? 0)
  return (
    <>
      <span
        className={classes.change}
        data-direction={difference > 0 ? 'up' : difference < 0 ? 'down' : undefined}
      >
        {change}
      </span>{' '}
      vs. previous {days} days
    </>
  )
}

function percentOf({ Amount, Revenue }: NonNullable<Sales['Margin']>): string {
  return Revenue === 0 ? 'None' : formatPercent(Math.round((1000 * Amount) / Revenue) / 10)
}

function Figure({
  label,
  note,
  course,
  children,
}: {
  readonly label: string
  readonly note: ReactNode
  /** The value of each day. */
  readonly course?: readonly (number | null)[]
  readonly children: ReactNode
}) {
  return (
    <article className={classes.figure} aria-label={label}>
      <span className={classes.note}>{label}</span>
      <span className={classes.value}>{children}</span>
      <span className={classes.note}>{note}</span>
      {course && <Sparkline values={course} />}
    </article>
  )
}

/** What needs a person, the most urgent first. Each tile is a link to the rows that it counts. */
import { Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { formatNumber } from '../components/values/language.ts'
import { formatAge, formatLateness } from '../components/values/time/relative-time.ts'
import { useNow, useTimeZone } from '../components/values/time/time-zone.ts'
import classes from './overview.module.css'
import { mostInRow, needsAttention, type Task } from './tasks.ts'

export function AttentionStrip({ tasks }: { readonly tasks: readonly Task[] }) {
  const count = tasks.filter(needsAttention).length
  return (
    <section className={classes.attention} aria-labelledby="attention">
      <Title order={2} size="h4" mb="xs" id="attention">
        Needs attention
      </Title>
      {count === 0 && (
        <Text c="dimmed" mb={tasks.length > 0 ? 'xs' : 0}>
          {tasks.length > 0 ? 'Only everyday work is waiting.' : 'Nothing is waiting for you.'}
        </Text>
      )}
      {tasks.length > 0 && (
        <nav
          aria-label="Waiting work"
          className={classes.tiles}
          style={{ '--most': mostInRow(tasks.length) } as CSSProperties}
        >
          {tasks.map((task) => (
            <Tile key={task.id} task={task} />
          ))}
        </nav>
      )}
    </section>
  )
}

function Tile({ task }: { readonly task: Task }) {
  const timeZone = useTimeZone()
  const now = useNow()
  return (
    <Link
      className={classes.tile}
      data-tone={task.tone}
      to={task.to}
      params={task.params as never}
      search={(task.search ?? {}) as never}
    >
      <span className={classes.count}>{formatNumber(task.count)}</span>
      <span className={classes.label}>{task.label}</span>
      {task.due && (
        <span className={classes.note}>
          up to {formatLateness(new Date(task.due), now, timeZone)}
        </span>
      )}
      {task.since && (
        <span className={classes.note}>
          oldest: {formatAge(new Date(task.since), now, timeZone)}
        </span>
      )}
      {task.names && (
        <Text span className={classes.note} lineClamp={2}>
          {task.names.join(', ')}
        </Text>
      )}
    </Link>
  )
}

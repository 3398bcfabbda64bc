/** What failed, in the words of the hub, with what to do. */
import { isProblem } from '@entrepot/client'
import { Alert, Button, List, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import type { FieldLabels } from '../values/field-labels.ts'
import { formatNumber } from '../values/language.ts'
import { Reference } from '../values/reference.tsx'
import { type Description, describe } from './describe.ts'

/** Shows an error beside what failed. */
export function Problem({
  error,
  labels,
  onRetry,
}: {
  readonly error: unknown
  /** The labels of the form, by the names of the API. */
  readonly labels?: FieldLabels | undefined
  /** Repeats what failed. */
  readonly onRetry?: () => void
}) {
  const described = describe(error, labels)
  const { title, detail, issues } = described
  const wait = useRetryAfter(error, onRetry)
  // What is not there will not come by asking again.
  const isMissing = isProblem(error) && error.status === 404
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertCircle aria-hidden />}
      title={title}
      role="alert"
    >
      {detail !== '' && <Text size="sm">{detail}</Text>}
      {issues.length > 0 && (
        <List size="sm" mt={detail === '' ? 0 : 'xs'} style={{ overflowWrap: 'anywhere' }}>
          {issues.map(({ path, label, message }) => (
            <List.Item key={`${path}${message}`}>
              {label !== '' && <b>{label}</b>} {message}
            </List.Item>
          ))}
        </List>
      )}
      {wait !== undefined && (
        <Text size="sm" mt="xs">
          Retrying automatically in {formatNumber(Math.ceil(wait / 1_000))} s.
        </Text>
      )}
      {onRetry && !isMissing && (
        <Button size="xs" mt="sm" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
      <Details described={described} />
    </Alert>
  )
}

/** What those who run the hub or write programs ask for. */
function Details({
  described: { code, requestId, said, detail },
}: {
  readonly described: Description
}) {
  return (
    <Text component="details" size="xs" mt="xs">
      <summary style={{ cursor: 'pointer' }}>Details</summary>
      {said !== undefined && said !== detail && (
        <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
          {said}
        </Text>
      )}
      <Text size="xs" component="div">
        Code <Reference value={code} />
      </Text>
      {requestId && (
        <Text size="xs" component="div">
          Request <Reference value={requestId} />
        </Text>
      )}
    </Text>
  )
}

/** The shortest time after which something is tried again by itself, in milliseconds. */
const MIN_WAIT_MS = 5_000

/** Tries again after the time for which the hub has asked. Returns that time in milliseconds. */
function useRetryAfter(error: unknown, onRetry: (() => void) | undefined): number | undefined {
  const asked = onRetry && isProblem(error) ? error.retryAfterMs : undefined
  const wait = asked === undefined ? undefined : Math.max(MIN_WAIT_MS, asked)
  const retry = useEffectEvent(() => onRetry?.())
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure has a wait of its own
  useEffect(() => {
    if (wait === undefined) return
    const timer = setTimeout(retry, wait)
    return () => clearTimeout(timer)
  }, [error, wait])
  return wait
}

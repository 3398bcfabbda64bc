/** What failed, in the words of the hub, with what to do. */
import { isProblem } from '@entrepot/client'
import { Alert, Button, Code, List, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { formatNumber } from '../values/language.ts'

/** Shows an error beside what failed. */
export function Problem({
  error,
  onRetry,
}: {
  readonly error: unknown
  /** Repeats what failed. */
  readonly onRetry?: () => void
}) {
  const { title, detail, issues, code, requestId } = describe(error)
  const wait = useRetryAfter(error, onRetry)
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertCircle aria-hidden />}
      title={title}
      role="alert"
    >
      <Text size="sm">{detail}</Text>
      {issues.length > 0 && (
        <List size="sm" mt="xs">
          {issues.map(({ path, message }) => (
            <List.Item key={`${path}${message}`}>
              {path !== '' && <Code>{path}</Code>} {message}
            </List.Item>
          ))}
        </List>
      )}
      <Text size="xs" c="dimmed" mt="xs">
        {code}
        {requestId && `, request ${requestId}`}
      </Text>
      {wait !== undefined && (
        <Text size="sm" mt="xs">
          This is tried again by itself in {formatNumber(Math.ceil(wait / 1_000))} s.
        </Text>
      )}
      {onRetry && (
        <Button size="xs" mt="sm" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Alert>
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

interface Description {
  readonly title: string
  readonly detail: string
  readonly issues: readonly { readonly path: string; readonly message: string }[]
  readonly code: string
  readonly requestId?: string | undefined
}

/** Problems of the hub say what to do. Everything else is a hub that was not reached, or a proxy before it. */
export function describe(error: unknown): Description {
  if (isProblem(error, 'MARKET_UNAUTHENTICATED')) {
    const { code, requestId } = error
    const detail = 'Sign in again, then repeat this. What you have typed stays.'
    return { title: 'Your session has ended', detail, issues: [], code, requestId }
  }
  if (isProblem(error)) return error
  const code = (error as { readonly code?: string } | null)?.code ?? 'CONSOLE_UNEXPECTED'
  if (code.startsWith('REST_')) {
    const detail = 'The hub did not answer. Check your connection; nothing is lost, try again.'
    return { title: 'The hub is not reached', detail, issues: [], code }
  }
  const detail = error instanceof Error ? error.message : String(error)
  return { title: 'Something failed', detail, issues: [], code }
}

/** One refused call: what was called, why it was refused, and by whom. */
import { Badge, Group, List, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { actorInWords } from '../../components/values/actor.ts'
import { Json } from '../../components/values/code/json.tsx'
import { type Fact, FactsTable } from '../../components/values/facts-table.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { Reference } from '../../components/values/reference.tsx'
import { useSession } from '../../hub/session.tsx'
import { type Refusal, refusalQuery } from './queries.ts'

export function RefusalPanel({
  id,
  onClose,
}: {
  readonly id: number | undefined
  readonly onClose: () => void
}) {
  return (
    <SidePanel
      title={id === undefined ? '' : `Refused call ${id}`}
      isOpen={id !== undefined}
      onClose={onClose}
    >
      {id !== undefined && <Details id={id} />}
    </SidePanel>
  )
}

function Details({ id }: { readonly id: number }) {
  const { data, error, refetch } = useQuery(refusalQuery(useSession(), id))
  if (data) return <Call call={data} />
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  return <Skeleton height={200} aria-label="Loading the call" />
}

function Call({ call }: { readonly call: Refusal }) {
  const { Method, Route, Path, Status, Code, Detail, Errors, ErrorCount, Actor } = call
  const more = ErrorCount - (Errors?.length ?? 0)
  const facts: readonly Fact[] = [
    ['When', <Moment key="when" at={call.OccurredAt} />],
    ['Path', <Reference key="path" value={Path ?? Route} />],
    ['Call of the API', `${Method} ${Route}`],
    ['Code', <Reference key="code" value={Code} />],
    ['By', <By key="by" actor={Actor} />],
    ['Request', <Reference key="request" value={call.RequestId} />],
  ]
  return (
    <Stack>
      <Group gap="sm" wrap="nowrap" align="start">
        <Badge color="red" variant="light">
          {Status}
        </Badge>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {Detail ?? 'The version of the hub that refused this call did not store why.'}
        </Text>
      </Group>
      {Errors !== null && Errors.length > 0 && (
        <List size="sm" aria-label="What is wrong" style={{ overflowWrap: 'anywhere' }}>
          {Errors.map((issue) => (
            <List.Item key={`${issue.Path} ${issue.Message}`}>
              <Text span inherit ff="monospace">
                {issue.Path || 'The body'}
              </Text>{' '}
              {issue.Message}
            </List.Item>
          ))}
          {more > 0 && <List.Item>and {more} more</List.Item>}
        </List>
      )}
      <FactsTable facts={facts} />
      <Json label="Call" text={JSON.stringify(call)} />
      <Text size="xs" c="dimmed">
        Bodies and headers are not stored. Secrets are replaced with [redacted].
      </Text>
    </Stack>
  )
}

/** Who called, with a link to the other refused calls of the same key. */
function By({ actor }: { readonly actor: Refusal['Actor'] }) {
  if (actor.Kind !== 'key') return actorInWords(actor)
  return (
    <>
      {actorInWords(actor)}{' '}
      <PageLink
        inherit
        underline="always"
        to="/developers"
        search={{ tab: 'refusals', keyId: Number(actor.Id) }}
      >
        Its refused calls
      </PageLink>
    </>
  )
}

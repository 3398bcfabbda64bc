/** What a channel is offered of a product instead of what the rules give: what there is, and a new one. */
import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { IconButton } from '../../components/form/rows/icon-button.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { Problem } from '../../components/page/problem.tsx'
import { useMomentFormat } from '../../components/values/time/moment-format.ts'
import { useSession } from '../../hub/session.tsx'
import { overrideWords, timeWords } from './override.ts'
import { OverrideFields } from './override-fields.tsx'
import { type Override, overridesQuery } from './queries.ts'

interface Props {
  readonly channelId: number
  readonly reference: string
  readonly currency: string
  /** What the channel is offered now. */
  readonly price: number | null
  /** A parent is never sold: it can only be hidden, with its variants. */
  readonly hasVariants: boolean
  readonly onClose: () => void
}

export function OverridePanel(props: Props) {
  const { channelId, reference } = props
  const session = useSession()
  const { data, error, refetch } = useQuery(overridesQuery(session, channelId, reference))
  return (
    <Stack gap="lg">
      <Text size="sm">
        These settings replace the channel's rules for this product
        {props.hasVariants ? ' and all of its variants' : ' only'}. If several apply at the same
        time, the one that started last is used.
      </Text>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} />}
      {data && data.length > 0 && (
        <Stack gap="xs" role="list" aria-label="Settings of this product">
          {data.map((override) => (
            <Existing key={override.From ?? ''} override={override} {...props} />
          ))}
        </Stack>
      )}
      {data?.length === 0 && !session.may('channels:write') && (
        <Text size="sm">This product has no settings of its own.</Text>
      )}
      {session.may('channels:write') && <OverrideFields {...props} overrides={data ?? []} />}
    </Stack>
  )
}

function Existing({
  override,
  channelId,
  reference,
  currency,
}: Props & { readonly override: Override }) {
  const { client, may } = useSession()
  const remove = useAction({
    run: async () =>
      await client.deleteOfferOverrides({
        ...{ id: channelId, reference },
        from: override.From ?? 'always',
      }),
    done: "The channel's rules apply again.",
  })
  const words = overrideWords(override, currency)
  const formatMoment = useMomentFormat()
  return (
    <Stack gap={4} role="listitem">
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <div>
          <Text size="sm" fw={600}>
            {words}
          </Text>
          <Text size="xs" c="dimmed">
            {timeWords(override, formatMoment)}
            {override.IsActive ? '. Active now.' : '. Not active now.'}
          </Text>
        </div>
        {may('channels:write') && (
          <IconButton
            icon={IconTrash}
            size="lg"
            loading={remove.isPending}
            label={`Delete: ${words}`}
            onClick={() => remove.mutate()}
          />
        )}
      </Group>
      {remove.error && <Problem error={remove.error} />}
    </Stack>
  )
}

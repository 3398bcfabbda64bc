/** Leads to the orders before and after one in the list from which it was opened. */
import { Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { usePageKeys } from '../../components/list/page-keys.ts'
import { PageButton, PageLink } from '../../components/page/links.tsx'
import { useSession } from '../../hub/session.tsx'
import { orderNames } from '../names.ts'
import { neighboursQuery } from '../queries.ts'
import { listOf, type OrderPageSearch } from '../search.ts'

interface StepsProps {
  readonly id: number
  /** The search parameters of the page. */
  readonly search: OrderPageSearch
}

function useNeighbours({ id, search }: StepsProps) {
  const { data } = useQuery(neighboursQuery(useSession(), id, listOf(search)))
  return { previous: data?.Previous ?? null, next: data?.Next ?? null, isKnown: data !== undefined }
}

type Neighbour = NonNullable<ReturnType<typeof useNeighbours>['next']>

/** The way back to the list, and to the orders beside this one. The keys u, j and k lead there, too. */
export function OrderSteps(props: StepsProps) {
  const { previous, next } = useNeighbours(props)
  const { list } = props.search
  const navigate = useNavigate()
  const open = (to: Neighbour | null) => {
    if (to === null) return
    void navigate({
      to: '/orders/$id',
      params: { id: String(to.Id) },
      search: list ? { list } : {},
    })
  }
  usePageKeys([
    { key: 'j', label: 'Next order', run: () => open(next) },
    { key: 'k', label: 'Previous order', run: () => open(previous) },
    {
      key: 'u',
      label: 'Back to the list',
      run: () => void navigate({ to: '/orders', search: listOf(props.search) }),
    },
  ])
  return (
    <Group justify="space-between" mb="xs" wrap="nowrap">
      <PageLink fz="sm" to="/orders" search={listOf(props.search)}>
        Orders
      </PageLink>
      <Group gap={4} wrap="nowrap">
        <Step label="Previous" to={previous} list={list} />
        <Step label="Next" to={next} list={list} />
      </Group>
    </Group>
  )
}

function Step({
  label,
  to,
  list,
}: {
  readonly label: 'Previous' | 'Next'
  readonly to: Neighbour | null
  readonly list: string | undefined
}) {
  const icon =
    label === 'Previous' ? (
      <IconChevronLeft size={16} aria-hidden />
    ) : (
      <IconChevronRight size={16} aria-hidden />
    )
  const look = { size: 'compact-sm', variant: 'default', px: 6 } as const
  if (to === null) {
    return (
      <Button {...look} disabled aria-label={`No ${label.toLowerCase()} order`}>
        {icon}
      </Button>
    )
  }
  const name = `${label} order: ${orderNames(to).main}`
  return (
    <PageButton
      {...look}
      aria-label={name}
      title={`${name} (${label === 'Next' ? 'j' : 'k'})`}
      to="/orders/$id"
      params={{ id: String(to.Id) }}
      search={list ? { list } : {}}
    >
      {icon}
    </PageButton>
  )
}

/** What comes after an action: the next order of the list. */
export function NextOrder(props: StepsProps) {
  const { next, isKnown } = useNeighbours(props)
  const { list } = props.search
  if (!isKnown) return null
  return (
    <Group role="status" gap="sm" mb="md">
      {next === null ? (
        <Text size="sm">
          That was the last order of{' '}
          <PageLink inherit underline="always" to="/orders" search={listOf(props.search)}>
            the list
          </PageLink>
          .
        </Text>
      ) : (
        <PageButton
          size="compact-sm"
          variant="light"
          rightSection={<IconChevronRight size={16} aria-hidden />}
          to="/orders/$id"
          params={{ id: String(next.Id) }}
          search={list ? { list } : {}}
        >
          Next order: {orderNames(next).main}
        </PageButton>
      )}
    </Group>
  )
}

/** Takes over several new orders, under references that the hub gives them by a rule. */
import { List, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FINAL } from '../../components/form/undo.tsx'
import { allows } from '../../hub/actions.ts'
import { useSession } from '../../hub/session.tsx'
import { orderNames } from '../names.ts'
import { NAMINGS, type Naming, proposalsQuery } from '../naming.ts'
import { JobPanel } from './job-panel.tsx'
import type { BulkProps } from './job-query.ts'

/** As many proposals as a panel shows. */
const SHOWN = 20

export function AcknowledgeSeveral({ target, orders, onClose }: BulkProps) {
  const [naming, setNaming] = useState<Naming>({ from: 'channel', prefix: '' })
  const isPrefix = naming.from === 'prefix'
  return (
    <JobPanel
      target={target}
      undo={FINAL}
      verb="Acknowledge"
      request={{
        Action: 'acknowledge',
        ReferenceFrom: naming.from,
        ...(isPrefix && naming.prefix !== '' && { Prefix: naming.prefix }),
      }}
      onClose={onClose}
    >
      <Text size="sm">
        Confirms that you will process the orders. They can then be shipped, and are listed under To
        ship. Orders that are not new are not changed.
      </Text>
      <Radio.Group
        label="Your references"
        description="Your own order numbers. They cannot be changed later. The channel's reference is shown beside each."
        value={naming.from}
        onChange={(from) => setNaming({ ...naming, from: from as Naming['from'] })}
      >
        <Stack gap={6} mt="xs">
          {NAMINGS.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      {isPrefix && (
        <TextInput
          label="Prefix"
          description="The channel name if empty."
          maxLength={20}
          value={naming.prefix}
          onChange={({ currentTarget }) => setNaming({ ...naming, prefix: currentTarget.value })}
        />
      )}
      <Proposals orders={orders} naming={naming} />
    </JobPanel>
  )
}

/** Which references the first orders get. */
function Proposals({
  orders,
  naming,
}: {
  readonly orders: BulkProps['orders']
  readonly naming: Naming
}) {
  const [asked] = useDebouncedValue(naming, 200)
  const shown = orders.filter((order) => allows(order, 'acknowledge'))
  const first = shown.slice(0, SHOWN)
  const { data } = useQuery({
    ...proposalsQuery(
      useSession(),
      first.map(({ Id }) => Id),
      asked,
    ),
    enabled: first.length > 0,
  })
  if (first.length === 0) return null
  return (
    <div>
      <List size="sm">
        {first.map((order) => (
          <List.Item key={order.Id} style={{ overflowWrap: 'anywhere' }}>
            {orderNames(order).main} as{' '}
            <Text span inherit fw={600}>
              {data?.get(order.Id) ?? '…'}
            </Text>
          </List.Item>
        ))}
      </List>
      {shown.length > SHOWN && (
        <Text size="sm" c="dimmed">
          and {shown.length - SHOWN} more of this page
        </Text>
      )}
    </div>
  )
}

/** Takes over several new orders, under references that the hub gives them by a rule, or that a person types. */
import { Fieldset, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
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
import { ownReferences, referenceIssues, type TypedReferences } from './own-references.ts'

/** As many references as a panel shows. */
const SHOWN = 20

export function AcknowledgeSeveral({ target, orders, onClose }: BulkProps) {
  const [naming, setNaming] = useState<Naming>({ from: 'channel', prefix: '' })
  // What was typed stays if another way of naming is chosen.
  const [typed, setTyped] = useState<TypedReferences>({})
  const isPrefix = naming.from === 'prefix'
  const named = orders.filter((order) => allows(order, 'acknowledge'))
  const proposals = useProposals(named.slice(0, SHOWN), naming)
  const issues = referenceIssues(typed, proposals ?? new Map())
  const own = ownReferences(typed)
  return (
    <JobPanel
      target={target}
      undo={FINAL}
      verb="Acknowledge"
      isBlocked={issues.size > 0}
      request={{
        Action: 'acknowledge',
        ReferenceFrom: naming.from,
        ...(isPrefix && naming.prefix !== '' && { Prefix: naming.prefix }),
        ...(own.length > 0 && { References: own }),
      }}
      onClose={onClose}
    >
      <Text size="sm">
        Confirms that you will process the orders. They can then be shipped, and are listed under To
        ship. Orders that are not new are not changed.
      </Text>
      <Radio.Group
        label="Your references"
        description="Your own order numbers. They cannot be changed later. The channel's reference is above each field."
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
      <References
        orders={named}
        proposals={proposals}
        typed={typed}
        issues={issues}
        onType={(id, reference) => setTyped({ ...typed, [id]: reference })}
      />
    </JobPanel>
  )
}

/** The references that the hub proposes, by the ids of the orders. */
function useProposals(orders: BulkProps['orders'], naming: Naming) {
  const [asked] = useDebouncedValue(naming, 200)
  const ids = orders.map(({ Id }) => Id)
  const query = proposalsQuery(useSession(), ids, asked)
  return useQuery({ ...query, enabled: ids.length > 0 }).data
}

/** The references that the first orders get, each in a field in which it can be changed. */
function References({
  orders,
  proposals,
  typed,
  issues,
  onType,
}: {
  readonly orders: BulkProps['orders']
  readonly proposals: ReadonlyMap<number, string> | undefined
  readonly typed: TypedReferences
  readonly issues: ReadonlyMap<number, string>
  readonly onType: (id: number, reference: string) => void
}) {
  if (orders.length === 0) return null
  return (
    <Fieldset legend="Reference of each order">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {orders.slice(0, SHOWN).map((order) => (
          <TextInput
            key={order.Id}
            size="xs"
            label={orderNames(order).main}
            maxLength={50}
            value={typed[order.Id] ?? proposals?.get(order.Id) ?? ''}
            error={issues.get(order.Id)}
            onChange={({ currentTarget }) => onType(order.Id, currentTarget.value)}
          />
        ))}
      </SimpleGrid>
      {orders.length > SHOWN && (
        <Text size="sm" c="dimmed" mt="xs">
          and {orders.length - SHOWN} more of this page
        </Text>
      )}
    </Fieldset>
  )
}

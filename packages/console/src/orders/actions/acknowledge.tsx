/** Takes a new order over, under a reference of the merchant. */
import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { FINAL } from '../../components/form/undo.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { useSession } from '../../hub/session.tsx'
import { orderNames } from '../names.ts'
import { proposalsQuery } from '../naming.ts'
import type { PanelProps } from './panel-props.ts'

export function Acknowledge({ order, onClose, onDone }: PanelProps) {
  const session = useSession()
  // What was typed; before, it is what the hub proposes.
  const [typed, setTyped] = useState<string>()
  // It does not change under the caret of a person who reads or edits it.
  const kept = { staleTime: 'static', gcTime: 0 } as const
  const { data: proposals, isError } = useQuery({ ...proposalsQuery(session, [order.Id]), ...kept })
  const proposed = proposals?.get(order.Id) ?? (isError ? order.ChannelReference : '')
  const input = useProposal(proposed, typed === undefined)
  const reference = (typed ?? proposed).trim()
  const acknowledge = useAction({
    run: async () =>
      await session.client.acknowledgeOrder({
        body: {
          OrderId: order.Id,
          // An untouched proposal is left to the hub: another order may have taken it meanwhile.
          ...(typed !== undefined && { MerchantOrderReference: reference }),
        },
      }),
    done: (taken) => `Order ${orderNames(taken).main} is acknowledged.`,
    onClose: onDone,
  })
  return (
    <ActionForm
      action={acknowledge}
      undo={FINAL}
      submit="Acknowledge"
      isBlocked={reference === ''}
      onClose={onClose}
    >
      <Text size="sm">
        Confirms that you will process the order. It can then be shipped, and is listed under To
        ship.
      </Text>
      <TextInput
        ref={input}
        label="Your reference"
        description={`Your own order number. The channel's reference ${order.ChannelReference} is shown beside it.`}
        maxLength={50}
        value={typed ?? proposed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        data-autofocus
      />
    </ActionForm>
  )
}

/** A proposal comes after the panel. In a field in which nobody has typed, it is selected, so that what is typed next replaces it. */
function useProposal(proposed: string, isUntouched: boolean) {
  const input = useRef<HTMLInputElement>(null)
  const select = useEffectEvent(() => {
    if (isUntouched && input.current === document.activeElement) input.current?.select()
  })
  useEffect(() => {
    if (proposed !== '') select()
  }, [proposed])
  return input
}

import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../hub/session.tsx'
import type { OrderBody } from './form.ts'
import { isCertainlyMissing } from './outcome.ts'

const route = getRouteApi('/orders/new')

const newKey = () => crypto.randomUUID()

/**
 * Creates an order once, however often its form is sent, and opens its page. While it is not known whether the hub has stored it, `unsure` is the
 * body that was sent, and only this body is sent again, with its key: the hub answers with the order that there is, or creates it.
 */
export function useCreation() {
  const { client } = useSession()
  const queries = useQueryClient()
  const navigate = route.useNavigate()
  const [idempotencyKey, setKey] = useState(newKey)
  const [unsure, setUnsure] = useState<OrderBody>()
  const create = useMutation({
    mutationFn: async (body: OrderBody) => await client.createOrder({ body }, { idempotencyKey }),
    onSuccess: async ({ Id, ChannelReference }) => {
      notifications.show({ message: `Order ${ChannelReference} is created.`, color: 'green' })
      await navigate({ to: '/orders/$id', params: { id: String(Id) }, ignoreBlocker: true })
    },
    onError: (error, body) => {
      const isMissing = isCertainlyMissing(error, unsure !== undefined)
      setUnsure(isMissing ? undefined : body)
      if (isMissing) setKey(newKey())
    },
    onSettled: async () => await queries.invalidateQueries(),
  })
  return { ...create, unsure }
}

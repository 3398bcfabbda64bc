import { isProblem } from '@entrepot/client'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../hub/session.tsx'
import type { OrderBody } from './form.ts'

const route = getRouteApi('/orders/new')

const newKey = () => crypto.randomUUID()

/** Creates an order once, however often its form is sent, and opens its page. */
export function useCreation() {
  const { client } = useSession()
  const queries = useQueryClient()
  const navigate = route.useNavigate()
  const [idempotencyKey, setKey] = useState(newKey)
  return useMutation({
    mutationFn: async (body: OrderBody) => await client.createOrder({ body }, { idempotencyKey }),
    onSuccess: async ({ Id, ChannelReference }) => {
      notifications.show({ message: `Order ${ChannelReference} is created.`, color: 'green' })
      await navigate({ to: '/orders/$id', params: { id: String(Id) }, ignoreBlocker: true })
    },
    onError: (error) => {
      if (isRefused(error)) setKey(newKey())
    },
    onSettled: async () => await queries.invalidateQueries(),
  })
}

/** Whether it is certain that there is no order: without an answer, there may be one, which the same key finds. */
function isRefused(error: unknown): boolean {
  return isProblem(error) && error.status < 500 && !error.code.startsWith('MARKET_IDEMPOTENCY')
}

import { notifications } from '@mantine/notifications'
import { getRouteApi } from '@tanstack/react-router'
import { useOnce } from '../../components/form/use-once.ts'
import { useSession } from '../../hub/session.tsx'
import type { OrderBody } from './form.ts'

const route = getRouteApi('/orders/new')

/** Creates an order once, however often its form is sent, and opens its page. */
export function useCreation() {
  const { client } = useSession()
  const navigate = route.useNavigate()
  return useOnce({
    send: async (body: OrderBody, idempotencyKey) =>
      await client.createOrder({ body }, { idempotencyKey }),
    follow: async ({ Id, ChannelReference }) => {
      notifications.show({ message: `Order ${ChannelReference} is created.`, color: 'green' })
      await navigate({ to: '/orders/$id', params: { id: String(Id) }, ignoreBlocker: true })
    },
  })
}

/** Ends what an agent may do, after a question. */
import type { Output } from '@entrepot/client'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Problem } from '../components/page/problem.tsx'
import { useSession } from '../hub/session.tsx'

export function RevokeAgent({ agent }: { readonly agent: Output<'listAgents'>[number] }) {
  const { client, customer, may, me } = useSession()
  const queries = useQueryClient()
  const [isOpen, { open, close }] = useDisclosure()
  const revoke = useMutation({
    mutationFn: async () => await client.deleteAgent({ id: agent.Id }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['agents', customer] })
      close()
    },
  })
  const isOwn = me.Actor.Kind === 'person' && me.Actor.Id === String(agent.Person.Id)
  if (!isOwn && !may('agents:write')) return null
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open}>
        Revoke
      </Button>
      <Modal opened={isOpen} onClose={close} title={`Revoke ${agent.Name}?`} centered>
        <Stack>
          <Text size="sm">
            {agent.Name} can no longer act for {agent.Person.Email}. To continue, the person
            connects it again.
          </Text>
          {revoke.error && <Problem error={revoke.error} />}
          <Group>
            <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
              Revoke
            </Button>
            <Button variant="default" onClick={close}>
              Keep
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

/** The customer for which the console acts. People with several choose one; the choice is part of the address. */
import { Button, Menu, Text } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../hub/session.tsx'

export function CustomerSwitch() {
  const { me } = useSession()
  const navigate = useNavigate()
  if (me.Customers.length < 2) {
    return (
      <Text size="sm" fw={600} truncate>
        {me.Customer.Name}
      </Text>
    )
  }
  const choose = async (customer: string) => {
    await navigate({ to: '/', search: { customer } })
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="subtle" color="gray" rightSection={<IconSelector size={16} aria-hidden />}>
          {me.Customer.Name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Businesses</Menu.Label>
        {me.Customers.map(({ Id, Name, Role }) => (
          <Menu.Item
            key={Id}
            onClick={() => choose(String(Id))}
            rightSection={
              <Text size="xs" c="dimmed">
                {Role}
              </Text>
            }
            {...(Id === me.Customer.Id && { 'aria-current': true, fw: 600 })}
          >
            {Name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

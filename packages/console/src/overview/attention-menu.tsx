/** What needs attention, on every page: a button with the number of reasons, and a menu that leads to each. */
import { ActionIcon, Badge, Indicator, Menu, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../components/values/language.ts'
import { useAfterPage } from '../hub/after-page.ts'
import { needsAttention } from './tasks.ts'
import { useTasks } from './use-tasks.ts'

export function AttentionMenu() {
  const tasks = (useTasks(useAfterPage()) ?? []).filter(needsAttention)
  const count = tasks.length
  const name = count === 0 ? 'Nothing needs attention' : `Needs attention: ${count}`
  return (
    <Menu position="bottom-end" width={260}>
      <Indicator label={count} size={16} disabled={count === 0} color="red.8" offset={4}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={name}>
            <IconBell size={22} aria-hidden />
          </ActionIcon>
        </Menu.Target>
      </Indicator>
      <Menu.Dropdown>
        <Menu.Label>Needs attention</Menu.Label>
        {count === 0 && (
          <Text size="sm" c="dimmed" px="sm" pb="xs">
            Nothing is waiting for you.
          </Text>
        )}
        {tasks.map((task) => (
          <Menu.Item
            key={task.id}
            rightSection={
              <Badge variant="light" color="gray">
                {formatNumber(task.count)}
              </Badge>
            }
            renderRoot={(props: object) => (
              <Link
                to={task.to}
                params={task.params as never}
                search={(task.search ?? {}) as never}
                {...props}
              />
            )}
          >
            {task.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

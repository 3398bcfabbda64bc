/** The person who is signed in: passkeys and sessions, theme, documentation, sign out. */
import { Kbd, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import {
  IconBook,
  IconCode,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconSunMoon,
  IconUserCircle,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../hub/session.tsx'
import { initialsOf } from './initials.ts'
import { openKeys } from './keys-sheet.tsx'
import classes from './navigation.module.css'

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconSunMoon },
] as const

export function AccountMenu() {
  const { me } = useSession()
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <UnstyledButton className={classes.avatar} aria-label="Your account">
          <span aria-hidden>{initialsOf(me.Actor.Label)}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          Signed in as{' '}
          <Text span inherit fw={600} c="var(--mantine-color-text)">
            {me.Actor.Label}
          </Text>
        </Menu.Label>
        <Menu.Item
          leftSection={<IconUserCircle size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/settings', search: { tab: 'account' } })}
        >
          My account
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {schemes.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => setColorScheme(value)}
            {...(value === colorScheme && { 'aria-current': true, fw: 600 })}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {/* A phone has no keys. */}
        <Menu.Item
          visibleFrom="sm"
          leftSection={<IconKeyboard size={16} aria-hidden />}
          rightSection={<Kbd size="xs">?</Kbd>}
          onClick={() => openKeys()}
        >
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item
          component="a"
          href="/docs/guides"
          leftSection={<IconBook size={16} aria-hidden />}
        >
          Guides
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<IconCode size={16} aria-hidden />}>
          API reference
        </Menu.Item>
        <Menu.Item
          component="a"
          href="/?account"
          leftSection={<IconLogout size={16} aria-hidden />}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

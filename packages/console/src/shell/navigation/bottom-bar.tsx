/** The links to the pages at the bottom of a phone: the frequent ones, and a menu with the others. */
import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import classes from './navigation.module.css'
import { navigationPages, pageOf } from './pages.ts'

export function BottomBar() {
  const current = useLocation({ select: ({ pathname }) => pageOf(pathname) })
  return (
    <nav aria-label="Pages" className={classes.bar}>
      {navigationPages
        .filter(({ isFrequent }) => isFrequent)
        .map(({ path, label, icon: Icon }) => (
          <Link
            key={path}
            to={path}
            className={classes.barLink}
            activeOptions={{ exact: path === '/', includeSearch: false }}
            {...(current?.path === path && { 'aria-current': 'page' })}
          >
            <Icon size={20} stroke={1.6} aria-hidden />
            {label}
          </Link>
        ))}
      <Menu position="top-end">
        <Menu.Target>
          <button
            type="button"
            className={classes.barLink}
            {...(current?.isFrequent === false && { 'aria-current': true })}
          >
            <IconDots size={20} aria-hidden />
            More
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {navigationPages
            .filter(({ isFrequent }) => !isFrequent)
            .map(({ path, label, icon: Icon }) => (
              <Menu.Item
                key={path}
                renderRoot={(props: object) => <Link to={path} {...props} />}
                leftSection={<Icon size={16} aria-hidden />}
              >
                {label}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
    </nav>
  )
}

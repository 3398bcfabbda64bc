/** The links to the pages, on the left. */
import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from './navigation.module.css'
import { navigationPages } from './pages.ts'

export function Sidebar() {
  return (
    <nav aria-label="Pages">
      <Stack gap={2}>
        {navigationPages.map(({ path, label, icon: Icon }) => (
          <Link
            key={path}
            to={path}
            className={classes.link}
            activeOptions={{ exact: path === '/', includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            <Icon size={18} stroke={1.6} aria-hidden />
            {label}
          </Link>
        ))}
      </Stack>
    </nav>
  )
}

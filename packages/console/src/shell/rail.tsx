/** The links to the pages, on the left. */
import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from './layout.module.css'
import { railPages } from './pages.ts'

export function Rail() {
  return (
    <nav aria-label="Pages">
      <Stack gap={2}>
        {railPages.map(({ path, label, icon: Icon }) => (
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

/** The mark, and the links to the pages in their groups, on the left. */
import { Link, useLocation } from '@tanstack/react-router'
import { Brand } from '../brand/brand.tsx'
import classes from './navigation.module.css'
import { NAVIGATION_GROUPS, type NavigationPage, navigationPages, pageOf } from './pages.ts'

export function Sidebar() {
  const linksOf = (group: NavigationPage['group']) =>
    navigationPages
      .filter((page) => page.group === group)
      .map((page) => <PageItem key={page.path} {...page} />)
  return (
    <>
      <Link to="/" className={classes.brand} tabIndex={-1}>
        <Brand />
      </Link>
      <nav aria-label="Pages">
        <ul className={classes.list}>{linksOf(undefined)}</ul>
        {NAVIGATION_GROUPS.map((group) => (
          <div key={group}>
            <p className={classes.group} id={`pages-${group}`}>
              {group}
            </p>
            <ul className={classes.list} aria-labelledby={`pages-${group}`}>
              {linksOf(group)}
            </ul>
          </div>
        ))}
      </nav>
    </>
  )
}

function PageItem({ path, label, icon: Icon }: NavigationPage) {
  const isCurrent = useLocation({ select: ({ pathname }) => pageOf(pathname)?.path === path })
  return (
    <li>
      <Link
        to={path}
        className={classes.link}
        activeOptions={{ exact: path === '/', includeSearch: false }}
        {...(isCurrent && { 'aria-current': 'page' })}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
        {label}
      </Link>
    </li>
  )
}

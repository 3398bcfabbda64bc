/** Links to pages of the console that look like links and buttons of Mantine. Their properties are those of both libraries, and typed. */
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type AnchorOfPage = AnchorProps & Omit<ComponentProps<'a'>, keyof AnchorProps>
type ButtonOfPage = ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>

/**
 * A link.
 *
 * @example <PageLink to="/orders/$id" params={{ id: '7' }}>ORD-7</PageLink>
 */
export const PageLink = createLink((props: AnchorOfPage) => <Anchor {...props} />)

/** A link that looks like a button. */
export const PageButton = createLink((props: ButtonOfPage) => <Button component="a" {...props} />)

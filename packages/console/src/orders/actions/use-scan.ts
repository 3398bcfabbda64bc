/** Takes the product whose code a scanner has typed: it ends a code with Enter, faster than the hub answers. */
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffectEvent } from 'react'
import { useSession } from '../../hub/session.tsx'
import { codeQuery } from '../queries.ts'
import { scannedProduct } from '../scanned-product.ts'

/**
 * Returns what handles the keys of the field. Enter asks the hub for the text as a code, and takes the only product that has it, unless the text
 * has changed meanwhile. Where a person has gone to an option, Enter takes that one.
 */
export function useScan(text: string, onTake: (reference: string) => void) {
  const session = useSession()
  const queries = useQueryClient()
  const take = useEffectEvent((code: string, reference: string | undefined) => {
    if (reference !== undefined && code === text) onTake(reference)
  })
  const look = async (code: string) => {
    try {
      take(code, scannedProduct(await queries.fetchQuery(codeQuery(session, code)), code))
    } catch {
      // The list says that the products cannot be read.
    }
  }
  return (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || text === '') return
    if (!hasMark(event.currentTarget)) void look(text)
  }
}

/** Whether one of the options is marked, which Enter takes. The attribute of the field for it can be that of earlier options. */
function hasMark(field: HTMLInputElement): boolean {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  return list !== null && list.querySelector('[data-combobox-selected]') !== null
}

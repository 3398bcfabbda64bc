import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/**
 * Whether the page has its first answers. What the frame of all pages reads waits for them: a browser has six connections to a hub
 * (HTTP/1.1), and the stream of events takes one.
 */
export function useAfterPage(): boolean {
  const queries = useQueryClient()
  const isReading = useIsFetching() > 0
  const [isAfter, setIsAfter] = useState(false)
  useEffect(() => {
    if (isReading || isAfter) return
    // The queries of the page begin in the same turn as this effect.
    const timer = setTimeout(() => {
      if (queries.isFetching() === 0) setIsAfter(true)
    })
    return () => clearTimeout(timer)
  }, [queries, isReading, isAfter])
  return isAfter
}

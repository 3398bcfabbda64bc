/**
 * Marks on which sides a line that scrolls has more, so that its edges fade there instead of cutting letters. A `ref` of React.
 */
export function fadeEdges(line: HTMLElement | null): (() => void) | undefined {
  if (line === null) return undefined
  const mark = () => {
    const { scrollLeft, scrollWidth, clientWidth } = line
    line.toggleAttribute('data-more-before', scrollLeft > 1)
    line.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - 1)
  }
  const observer = new ResizeObserver(mark)
  for (const part of [line, ...line.children]) observer.observe(part)
  line.addEventListener('scroll', mark, { passive: true })
  return () => {
    observer.disconnect()
    line.removeEventListener('scroll', mark)
  }
}

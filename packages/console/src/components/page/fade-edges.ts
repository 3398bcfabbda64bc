/**
 * Marks on which sides a line that scrolls has more, so that its edges fade there below an arrow instead of cutting letters. A `ref` of React.
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

/** Scrolls a line to one of its parts, away from the edges that fade. */
export function showPart(line: HTMLElement, part: HTMLElement): void {
  line.scrollLeft = part.offsetLeft - (line.clientWidth - part.offsetWidth) / 2
}

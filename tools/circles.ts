/** A directed graph: each node, with the nodes to which it points. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The edges of a graph that are part of a cycle, as `a -> b`, sorted. An edge is part of a cycle if its end leads back to its start.
 * Nodes that point to themselves are ignored.
 *
 * @example
 * circularEdges(new Map([['a', new Set(['b'])], ['b', new Set(['a', 'c'])], ['c', new Set()]])) // ['a -> b', 'b -> a']
 */
export function circularEdges(graph: Graph): readonly string[] {
  const reach = new Map([...graph.keys()].map((node) => [node, reachableFrom(graph, node)]))
  const edges = [...graph].flatMap(([from, targets]) => [...targets].map((to) => ({ from, to })))
  return edges
    .filter(({ from, to }) => from !== to && reach.get(to)?.has(from))
    .map(({ from, to }) => `${from} -> ${to}`)
    .sort()
}

/** All nodes that can be reached from a node, including the node itself. */
export function reachableFrom(graph: Graph, start: string): ReadonlySet<string> {
  const seen = new Set([start])
  for (const node of seen) {
    for (const target of graph.get(node) ?? []) seen.add(target)
  }
  return seen
}

/**
 * Turns imports from file to file into imports between siblings. An import leads from the file or folder to the file or folder that lie
 * next to each other, in the folder that contains both files. In this graph there is a cycle at each depth where folders import each other.
 *
 * @example
 * joinSiblings(new Map([['a/b/1.ts', new Set(['a/c/2.ts'])]])) // Map { 'a/b' => Set { 'a/c' } }
 */
export function joinSiblings(graph: Graph): Graph {
  const siblings = new Map<string, Set<string>>()
  for (const [node, targets] of graph) {
    for (const target of targets) {
      const [from, to] = siblingsOf(node, target)
      siblings.set(from, (siblings.get(from) ?? new Set()).add(to))
    }
  }
  return siblings
}

function siblingsOf(one: string, other: string): readonly [string, string] {
  const [left, right] = [one.split('/'), other.split('/')]
  const differing = left.findIndex((part, index) => part !== right[index])
  const upTo = (parts: readonly string[]) => parts.slice(0, differing + 1).join('/')
  return [upTo(left), upTo(right)]
}

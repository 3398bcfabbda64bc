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
 * Groups the nodes of a graph, such as the files of a feature. Edges inside a group are left out.
 *
 * @example
 * groupNodes(files, (file) => file.split('/')[0])
 */
export function groupNodes(graph: Graph, groupOf: (node: string) => string): Graph {
  const groups = new Map<string, Set<string>>()
  for (const [node, targets] of graph) {
    const group = groupOf(node)
    const found = groups.get(group) ?? new Set()
    groups.set(group, found)
    for (const target of targets) {
      if (groupOf(target) !== group) found.add(groupOf(target))
    }
  }
  return groups
}

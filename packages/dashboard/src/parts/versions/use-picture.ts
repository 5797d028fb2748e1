import { skipToken, useQuery } from '@tanstack/react-query'
import { client } from '#dashboard/api/client.ts'
import type { Values } from '#dashboard/parts/templates/template.ts'

interface Wanted {
  /** Undefined while it is not known. */
  design: object | undefined
  values: Values
  /** At most. */
  widthPx: number
}

/** Of the few requests that a browser sends at a time, others need some: the page is saved and published while pictures are drawn. */
const turns: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()]
let asked = 0

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const at = asked++ % turns.length
  const done = Promise.resolve(turns[at]).then(work)
  turns[at] = done.catch(() => {})
  return done
}

/** A design as the server draws it. */
export function usePicture({ design, values, widthPx }: Wanted) {
  return useQuery({
    queryKey: ['picture', design, values, widthPx],
    queryFn: design
      ? ({ signal }) =>
          inTurn(() => client.templates.draw({ body: { design: { ...design }, values, width: widthPx }, signal }))
      : skipToken,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

import { skipToken, useQuery } from '@tanstack/react-query'
import { client } from '#dashboard/api/client.ts'
import { errorWords } from '#dashboard/api/error-words.ts'
import { inTurn } from '#dashboard/parts/templates/in-turn.ts'
import type { Values } from '#dashboard/parts/templates/template.ts'

interface Wanted {
  /** Undefined while it is not known. */
  design: object | undefined
  values: Values
  /** At most. */
  widthPx: number
}

const numbers = new WeakMap<object, number>()
let last = 0

/** A design is changed by another one in its place. To compare all of it each time that a part of the page is drawn takes long. */
function numberOf(design: object | undefined): number | null {
  if (!design) return null
  const number = numbers.get(design) ?? ++last
  numbers.set(design, number)
  return number
}

/** A design as the server draws it; until another one is drawn, the one before. */
export function usePicture({ design, values, widthPx }: Wanted) {
  return useQuery({
    queryKey: ['picture', numberOf(design), values, widthPx],
    queryFn: design
      ? ({ signal }) =>
          inTurn(() => client.templates.draw({ body: { design: { ...design }, values, width: widthPx }, signal }))
      : skipToken,
    placeholderData: (before) => before,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // A draft that someone else edits is drawn every few seconds.
    gcTime: 10_000,
  })
}

export type Picture = ReturnType<typeof usePicture>

/** Why there is no picture. */
export function reasonOf({ data, error }: Picture): string | undefined {
  return error ? errorWords(error) : data?.error?.message
}

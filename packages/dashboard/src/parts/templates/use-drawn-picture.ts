import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useState } from 'react'
import { mayPass } from '#dashboard/api/error-words.ts'
import { useSight } from '#dashboard/ui/use-sight.ts'
import { inTurn } from './in-turn.ts'

/** Of an endpoint that answers a picture. */
interface PictureQuery {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Uint8Array>
}

interface DrawnPicture {
  /** Of the picture in memory; undefined before it is there. */
  src: string | undefined
  /** Why it is not. */
  error: Error | null
}

/** The address of a file in memory. */
function useAddress(file: Uint8Array | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(new Blob([new Uint8Array(file)], { type: 'image/webp' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

/**
 * A picture that the server draws, asked for in its turn once its place is in sight, and no more once its place is gone. What
 * failed for a moment is drawn the next time that it comes into sight. Until another one is drawn, it is the one before.
 */
export function useDrawnPicture(place: RefObject<Element | null>, { queryKey, queryFn }: PictureQuery): DrawnPicture {
  const [isSeen, setSeen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey,
    // Its signal is taken at once, so that one whose place is gone does not wait for its turn any more.
    queryFn: ({ signal }) => inTurn(() => queryFn({ signal })),
    enabled: isSeen,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isWorthAgain = error !== null && mayPass(error)
  useSight(
    place,
    useCallback(() => (isWorthAgain ? void refetch() : setSeen(true)), [isWorthAgain, refetch]),
  )
  return { src: useAddress(data), error }
}

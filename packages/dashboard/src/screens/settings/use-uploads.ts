import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OnProgress } from '#dashboard/api/upload-client.ts'

export interface UploadState {
  key: number
  file: File
  /** How much of it has gone out, from 0 to 1. */
  part: number
  state: 'waiting' | 'sending' | 'done' | 'failed'
  error?: unknown
}

type Send = (file: File, onProgress: OnProgress) => Promise<unknown>

interface Target {
  send: Send
  /** The list that it is in afterwards. */
  key: QueryKey
}

/** Files on their way, one after the other; each tells how far it is and what became of it. */
export function useUploads({ send: usual, key: listKey }: Target) {
  const queries = useQueryClient()
  const [uploads, setUploads] = useState<readonly UploadState[]>([])
  const last = useRef({ key: 0, turn: Promise.resolve() })

  const change = (key: number, to: Partial<UploadState>) =>
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...to } : one)))

  async function take({ key, file }: Pick<UploadState, 'key' | 'file'>, send: Send): Promise<void> {
    change(key, { state: 'sending', part: 0, error: undefined })
    try {
      await send(file, (part) => change(key, { part }))
      change(key, { state: 'done' })
      queries.invalidateQueries({ queryKey: listKey })
    } catch (error) {
      change(key, { state: 'failed', error })
    }
  }

  const queue = (upload: Pick<UploadState, 'key' | 'file'>, send: Send) => {
    last.current.turn = last.current.turn.then(() => take(upload, send))
  }

  return {
    uploads,
    add(files: readonly File[]): void {
      const news = files.map((file) => {
        last.current.key += 1
        return { key: last.current.key, file, part: 0, state: 'waiting' as const }
      })
      setUploads((before) => [...before.filter(({ state }) => state !== 'done'), ...news])
      for (const upload of news) queue(upload, usual)
    },
    again: queue,
    dismiss(key: number): void {
      setUploads((before) => before.filter((one) => one.key !== key))
    },
  }
}

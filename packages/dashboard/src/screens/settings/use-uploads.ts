import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { uploadFile } from './upload-file.ts'

export interface UploadState {
  key: number
  file: File
  sentBytes: number
  state: 'waiting' | 'sending' | 'done' | 'failed'
  error?: unknown
}

interface Target {
  /** Where a file of this name is sent. */
  pathOf: (filename: string) => string
  /** The list that it is in afterwards. */
  key: QueryKey
}

/** Files on their way, one after the other; each tells how far it is and what became of it. */
export function useUploads({ pathOf, key: listKey }: Target) {
  const queries = useQueryClient()
  const [uploads, setUploads] = useState<readonly UploadState[]>([])
  const last = useRef({ key: 0, turn: Promise.resolve() })

  const change = (key: number, to: Partial<UploadState>) =>
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...to } : one)))

  async function send({ key, file }: Pick<UploadState, 'key' | 'file'>, path: string): Promise<void> {
    change(key, { state: 'sending', sentBytes: 0, error: undefined })
    try {
      await uploadFile({ path, file, onProgress: (sentBytes) => change(key, { sentBytes }) })
      change(key, { state: 'done', sentBytes: file.size })
      queries.invalidateQueries({ queryKey: listKey })
    } catch (error) {
      change(key, { state: 'failed', error })
    }
  }

  const queue = (upload: Pick<UploadState, 'key' | 'file'>, path: string) => {
    last.current.turn = last.current.turn.then(() => send(upload, path))
  }

  return {
    uploads,
    add(files: readonly File[]): void {
      const news = files.map((file) => {
        last.current.key += 1
        return { key: last.current.key, file, sentBytes: 0, state: 'waiting' as const }
      })
      setUploads((before) => [...before.filter(({ state }) => state !== 'done'), ...news])
      for (const upload of news) queue(upload, pathOf(upload.file.name))
    },
    again(upload: UploadState, path = pathOf(upload.file.name)): void {
      queue(upload, path)
    },
    dismiss(key: number): void {
      setUploads((before) => before.filter((one) => one.key !== key))
    },
  }
}

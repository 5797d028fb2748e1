import { ApiError, problem } from '@pictable/client'
import { connection } from '#dashboard/api/connection.ts'

interface Upload {
  /** Of the endpoint, with its query. */
  path: string
  file: File
  onProgress: (sentBytes: number) => void
}

function failureOf(request: XMLHttpRequest): Error {
  let body: unknown
  try {
    body = JSON.parse(request.responseText)
  } catch {}
  const said = problem.safeParse(body)
  return said.success ? new ApiError(said.data) : new TypeError('no answer')
}

/** Sends a file and tells how far it is, which `fetch` cannot. @throws ApiError when the server refuses it */
export function uploadFile({ path, file, onProgress }: Upload): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('load', () => {
      if (request.status === 401) connection.set({ session: 'ended' })
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(failureOf(request))
    })
    for (const end of ['error', 'abort']) request.addEventListener(end, () => reject(failureOf(request)))
    request.send(file)
  })
}

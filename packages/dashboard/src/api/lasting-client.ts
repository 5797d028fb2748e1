import { createClient } from '@pictable/client'
import { watched } from './client.ts'

/** Browsers refuse requests that outlive their page above 64 KiB. */
const MAX_LASTING_BYTES = 60 * 1024

/** The API for what is saved while the page may be closed. */
export const lastingClient = createClient({
  baseUrl: location.origin,
  fetch(url, init) {
    const keepalive = new Blob([String(init?.body ?? '')]).size <= MAX_LASTING_BYTES
    return watched(fetch, url, { ...init, keepalive })
  },
})

/** Saves a file as a download of the browser. */
export function saveFile(name: string, blob: Blob): void {
  const href = URL.createObjectURL(blob)
  const link = document.createElement('a')
  Object.assign(link, { href, download: name })
  link.click()
  // The browser has begun to read it by then; nothing says when it has.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

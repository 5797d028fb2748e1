interface FormFile {
  filename: string
  contentType: string
  bytes: Uint8Array
}

/** A form with one file, as the body of a request. */
export async function formFile(name: string, { filename, contentType, bytes }: FormFile) {
  const form = new FormData()
  form.append(name, new Blob([new Uint8Array(bytes)], { type: contentType }), filename)
  const multipart = new Response(form)
  return {
    contentType: multipart.headers.get('content-type') ?? 'multipart/form-data',
    bytes: new Uint8Array(await multipart.arrayBuffer()),
  }
}

/** What a name becomes on its way through a form. */
export const safeFilename = (name: string): string => name.replace(/["\\\r\n]/g, '_')

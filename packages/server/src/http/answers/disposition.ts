/** The header under whose name browsers keep a file. Old programs read the first name, all others the second. */
export function disposition(name: string, type: 'attachment' | 'inline' = 'attachment'): string {
  const plain = name.replace(/[^\w .-]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Reads `name=value,other=value` with percent-encoded values, as OpenTelemetry's variables have it; null when it is not that. */
export function keyValuesOf(text: string): Record<string, string> | null {
  const parts = text === '' ? [] : text.split(',').map((part) => /^\s*([^=\s]+)\s*=(.*)$/.exec(part))
  try {
    return Object.fromEntries(
      parts.map((part) => {
        if (part === null) throw new URIError('no name')
        return [part[1], decodeURIComponent(part[2]?.trim() ?? '')]
      }),
    )
  } catch {
    return null
  }
}

import { RenderError } from '#renderer/errors/render-error.ts'

/** The drawing asks for what a picture must not do. The message goes on after "the image in layer … ". */
export function refused(message: string): RenderError {
  return new RenderError('svg_refused', message)
}

/** The drawing is larger, deeper or more work than the bounds allow. */
export function tooMuch(message: string): RenderError {
  return new RenderError('svg_too_complex', message)
}

/** At most 60 characters of what somebody wrote, for a message. */
export function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return `"${line.length > 60 ? `${line.slice(0, 60)}…` : line}"`
}

import { RenderError } from '#renderer/errors/render-error.ts'

/** Code that pictures need. Where it cannot be had, such as after an upgrade of the server, that is told in words for users. */
export async function script<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    throw new RenderError('load_failed', 'cannot be drawn: its script could not be loaded; reload the page', { cause })
  }
}

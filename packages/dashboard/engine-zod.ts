import type { Plugin } from 'vite'

const MARK = '?engine'
const engine = /\/packages\/(renderer|editor)\//

/**
 * Gives renderer and editor a copy of zod of their own: they use nearly all of it, and the one of the first load would
 * grow by what only they need.
 */
export function engineZod(): Plugin {
  return {
    name: 'pictable:engine-zod',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const isEngine = importer?.endsWith(MARK) || (/^zod(\/|$)/.test(source) && importer && engine.test(importer))
      if (!isEngine) return null
      const found = await this.resolve(source, importer?.replace(MARK, ''), { ...options, skipSelf: true })
      return found && { ...found, id: `${found.id}${MARK}` }
    },
  }
}

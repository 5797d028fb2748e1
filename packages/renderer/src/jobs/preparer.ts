import { createBakeCache } from '#renderer/caches/bake-cache.ts'
import { createPixelCache } from '#renderer/caches/pixel-cache.ts'
import type { Face } from '#renderer/fonts/face.ts'
import type { TemplateFont, TemplateInput } from '#renderer/template/template.ts'
import { createTemplateParser } from '#renderer/template/template-parser.ts'
import type { Load, Prepared, Renderer, RendererOptions, RenderJob } from './job.ts'
import { loadFonts, loadTolerantly, type TolerantFonts } from './load-fonts.ts'
import type { Lettering, Platform, PreparedTemplate, Started } from './prepared.ts'

/** Versions kept by key. */
const MAX_PREPARED = 100
/** Of finished parts of pages: one of A4 at 300 dpi, or some twenty of social cards. */
const MAX_BAKED_BYTES = 64_000_000

const refuse: Load = async () => {
  throw new Error('there is no loader, so only data: URLs can be read')
}

/** Keeps what renders have in common, and begins jobs with it. */
export interface Preparer {
  readonly prepare: Renderer['prepare']
  start(job: RenderJob): Started
}

/** Makes what all renders of a platform go through first. */
export function createPreparer(platform: Platform, options: Pick<RendererOptions, 'load' | 'cacheBytes'>): Preparer {
  const shared = platform.letter(platform.faces)
  const pixels = createPixelCache(options.cacheBytes ?? 96_000_000)
  const bakes = createBakeCache(MAX_BAKED_BYTES)
  const parse = createTemplateParser()
  const letterings = new WeakMap<object, Lettering>()
  const substitutes = new WeakMap<object, Lettering & Pick<TolerantFonts, 'missing'>>()
  const owners = new WeakMap<object, string>()
  let made = 0
  const byKey = new Map<string, PreparedTemplate>()
  const byTemplate = new WeakMap<TemplateInput, PreparedTemplate>()
  const own = new WeakMap<Prepared, PreparedTemplate>()

  function make(input: TemplateInput, key: string | undefined): PreparedTemplate {
    const template = parse(input)
    const fonts = template.fonts ?? []
    // A design of which something else changed has the same list of fonts.
    const given = input.fonts ?? fonts
    const prepared: PreparedTemplate = {
      template,
      key,
      platform,
      bakes,
      async lettering({ load, signal, tolerance }) {
        if (fonts.length === 0) return shared
        const known = letterings.get(given)
        if (known) return known
        // Each render asks for itself: who waited for the loading of another would fail when that one is given up.
        const loadAll = (some: readonly TemplateFont[]) => loadFonts(some, (src) => load(src, { signal }), platform)
        if (tolerance) {
          const { faces, missing } = await loadTolerantly(fonts, { load: loadAll, standIns: platform.faces, tolerance })
          if (missing.size > 0) return substituted(given, { faces, missing })
          return letter(given, faces)
        }
        return letter(given, await loadAll(fonts))
      },
    }
    own.set(prepared, prepared)
    owners.set(prepared, `template ${++made}`)
    return prepared
  }

  function prepare(template: TemplateInput, key?: string): PreparedTemplate {
    const known = key === undefined ? byTemplate.get(template) : byKey.get(key)
    const prepared = known ?? make(template, key)
    if (key === undefined) {
      byTemplate.set(template, prepared)
      return prepared
    }
    byKey.delete(key)
    byKey.set(key, prepared)
    const [oldest] = byKey.keys()
    if (byKey.size > MAX_PREPARED && oldest !== undefined) byKey.delete(oldest)
    return prepared
  }

  function resolve(template: TemplateInput | Prepared): PreparedTemplate {
    if (!('template' in template)) return prepare(template)
    return own.get(template) ?? prepare(template.template, template.key)
  }

  function letter(given: object, faces: readonly Face[]): Lettering {
    const lettering = letterings.get(given) ?? platform.letter([...faces, ...platform.faces])
    letterings.set(given, lettering)
    return lettering
  }

  /** The same one while the same fonts are missing. */
  function substituted(given: object, { faces, missing }: TolerantFonts): Lettering {
    const before = substitutes.get(given)
    const isSame = before && JSON.stringify([...before.missing]) === JSON.stringify([...missing])
    const lettering = isSame ? before : { ...platform.letter([...faces, ...platform.faces]), missing }
    substitutes.set(given, lettering)
    return lettering
  }

  function ownerOf(object: object): string {
    const owner = owners.get(object) ?? `loader ${++made}`
    owners.set(object, owner)
    return owner
  }

  return {
    prepare,
    start(job) {
      const prepared = resolve(job.template)
      const signal = job.signal ?? new AbortController().signal
      const load = job.load ?? options.load ?? refuse
      return { job, prepared, load, signal, pixels: pixels.within(ownerOf(platform.drawsAgain ? load : prepared)) }
    },
  }
}

import type { Plugin } from 'vite'

/** Lets zod run in pages: their policy forbids code made from text, which it would try. */
export function pageZod(): Plugin {
  return {
    name: 'pictable:page-zod',
    enforce: 'pre',
    transform: (code, id) => (/\/zod\/v4\/core\/core\.js$/.test(id) ? `${code}\nglobalConfig.jitless = true\n` : null),
  }
}

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { preload } from 'react-dom'
import * as v from 'valibot'
import { fetched } from '#dashboard/api/lazily.ts'
import { openSession } from '#dashboard/api/session.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'
import { text, whole } from '#dashboard/frame/search.ts'

const load = () => import('./editor-page.tsx')

/** Asks for what the page asks for first: the browser keeps the answers for it. */
function readEarly(id: string): void {
  for (const path of [`/v1/templates/${id}`, `/v1/templates/${id}/draft`, '/v1/template-fonts'])
    preload(path, { as: 'fetch', crossOrigin: 'anonymous' })
}

const [, begun] = /^\/templates\/([^/]+)\/edit$/.exec(location.pathname) ?? []
if (begun !== undefined) {
  // On a visit that begins here, the code comes while the session is asked for, and the template while the code is read.
  load().catch(() => {})
  openSession().then(
    () => readEarly(begun),
    () => {},
  )
}

export const editorRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/templates/$id/edit',
  /**
   * The selected layer by its name, the records of which action, the id of one of them, the open panel, and a version that
   * is to become the draft.
   */
  validateSearch: v.object({
    layer: text,
    action: text,
    record: text,
    panel: text,
    restore: whole(1),
  }),
  component: lazyRouteComponent(() => fetched(load), 'EditorPage'),
  staticData: { screen: { title: 'templates.title', isFullScreen: true } },
})

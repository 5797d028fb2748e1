import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as v from 'valibot'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'
import { text, whole } from '#dashboard/frame/search.ts'

const load = () => import('./editor-page.tsx')
// On a visit that begins here, the code comes while the session is asked for.
if (/^\/templates\/[^/]+\/edit$/.test(location.pathname)) load().catch(() => {})

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

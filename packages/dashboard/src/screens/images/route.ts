import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Images } from 'lucide-react'
import * as v from 'valibot'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'
import { maybe, oneOf, text } from '#dashboard/frame/search.ts'
import { dayPattern, spans } from '#dashboard/parts/images/made-when.ts'

const day = maybe(v.pipe(v.string(), v.regex(dayPattern)))

/** Below `/images` the server has the files themselves. */
export const imagesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/gallery',
  validateSearch: v.object({
    action: text,
    template: text,
    /** By its name. */
    output: text,
    run: text,
    /** When they were made; a range has days. */
    made: oneOf(spans),
    from: day,
    until: day,
    /** The image that is looked at. */
    image: text,
  }),
  component: lazyRouteComponent(() => fetched(() => import('./images-page.tsx')), 'ImagesPage'),
  staticData: { screen: { title: 'images.title', nav: { section: 'work', icon: Images, key: 'i' } } },
})

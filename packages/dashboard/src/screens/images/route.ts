import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Images } from 'lucide-react'
import { z } from 'zod'
import { fetched } from '#dashboard/api/lazily.ts'
import { frameRoute } from '#dashboard/frame/routes.ts'
import { dayPattern, spans } from '#dashboard/parts/images/made-when.ts'

const text = z.string().optional().catch(undefined)
const day = z.string().regex(dayPattern).optional().catch(undefined)

/** Below `/images` the server has the files themselves. */
export const imagesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/gallery',
  validateSearch: z.object({
    action: text,
    template: text,
    /** By its name. */
    output: text,
    run: text,
    /** When they were made; a range has days. */
    made: z.enum(spans).optional().catch(undefined),
    from: day,
    until: day,
    /** The image that is looked at. */
    image: text,
  }),
  component: lazyRouteComponent(() => fetched(() => import('./images-page.tsx')), 'ImagesPage'),
  staticData: { screen: { title: 'images.title', nav: { section: 'work', icon: Images, key: 'i' } } },
})

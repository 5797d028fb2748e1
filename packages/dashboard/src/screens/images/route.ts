import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Images } from 'lucide-react'
import { z } from 'zod'
import { frameRoute } from '#dashboard/frame/routes.ts'

const text = z.string().optional().catch(undefined)

/** Below `/images` the server has the files themselves. */
export const imagesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/gallery',
  validateSearch: z.object({
    action: text,
    template: text,
    run: text,
    /** The image that is looked at. */
    image: text,
  }),
  component: lazyRouteComponent(() => import('./images-page.tsx'), 'ImagesPage'),
  staticData: { screen: { title: 'images.title', nav: { section: 'work', icon: Images, key: 'i' } } },
})

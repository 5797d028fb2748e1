import { CircleAlert, Info, LoaderCircle, TriangleAlert } from 'lucide-react'

/** How a message about a layer looks, by its kind. */
export const messageLooks = {
  error: { icon: CircleAlert, ink: 'text-bad', panel: 'border-bad/40 bg-bad-soft' },
  warning: { icon: TriangleAlert, ink: 'text-warn', panel: 'border-warn/40 bg-warn-soft' },
  loading: {
    icon: LoaderCircle,
    ink: 'text-ink-soft',
    panel: 'border-line bg-raised [&_svg]:motion-safe:animate-spin',
  },
  note: { icon: Info, ink: 'text-ink-soft', panel: 'border-line bg-raised' },
} as const

import { useNavigate } from '@tanstack/react-router'
import { WandSparkles } from 'lucide-react'
import { t } from '#dashboard/strings/sources.ts'
import { Button } from '#dashboard/ui/button.tsx'
import type { TablePlace } from './source.ts'

/** The next step of every table that was found. */
export function MakeImages({ connectionId, place }: { connectionId: string; place: TablePlace }) {
  const navigate = useNavigate()
  return (
    <Button
      look="primary"
      icon={<WandSparkles />}
      disabled={place.table === undefined}
      onClick={() => navigate({ to: '/actions/new', search: { connection: connectionId, ...place } })}
    >
      {t('sources.make_images')}
    </Button>
  )
}

import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { t } from '#dashboard/strings/t.ts'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'

export function NotFound() {
  return (
    <main className="py-16">
      <EmptyState
        icon={<Compass aria-hidden />}
        title={t('frame.not_found')}
        help={t('frame.not_found_help')}
        action={
          <Link to="/" className={buttonClass('primary')}>
            {t('frame.to_home')}
          </Link>
        }
      />
    </main>
  )
}

import { Link } from '@tanstack/react-router'
import { t } from '#dashboard/strings/t.ts'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { CardPage } from '#dashboard/ui/card-page.tsx'

export function NotFound() {
  return (
    <CardPage title={t('frame.not_found')} lead={t('frame.not_found_help')}>
      <div className="grid">
        <Link to="/" className={buttonClass('primary')}>
          {t('frame.to_home')}
        </Link>
      </div>
    </CardPage>
  )
}

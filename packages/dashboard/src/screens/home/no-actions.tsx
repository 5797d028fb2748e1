import { Link } from '@tanstack/react-router'
import { ImageIcon } from 'lucide-react'
import { useMay } from '#dashboard/api/session.ts'
import { t } from '#dashboard/strings/t.ts'
import { buttonClass } from '#dashboard/ui/button.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'

const triggerLine = `curl -X POST ${location.origin}/v1/tablesources/<action id> -H "Authorization: Bearer $PICTABLE_KEY"`

/** In place of the images of an action, before there is one. */
export function NoActions() {
  const mayWrite = useMay('write')
  return (
    <EmptyState
      icon={<ImageIcon aria-hidden />}
      title={t('home.empty')}
      help={t('home.empty_help')}
      action={
        mayWrite && (
          <Link to="/actions/new" className={buttonClass('primary')}>
            {t('actions.new')}
          </Link>
        )
      }
      line={triggerLine}
    />
  )
}

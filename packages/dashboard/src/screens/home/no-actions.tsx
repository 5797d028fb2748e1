import { ImageIcon } from 'lucide-react'
import { t } from '#dashboard/strings/t.ts'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'

const triggerLine = `curl -X POST ${location.origin}/v1/tablesources/<action id> -H "Authorization: Bearer $PICTABLE_KEY"`

/** In place of the images of an action, before there is one. */
export function NoActions() {
  return (
    <EmptyState
      icon={<ImageIcon aria-hidden />}
      title={t('home.empty')}
      help={t('home.empty_help')}
      line={triggerLine}
    />
  )
}

import { t } from '#dashboard/strings/settings.ts'
import { locale } from '#dashboard/strings/t.ts'
import { ShownOnce } from '#dashboard/ui/shown-once.tsx'
import type { UserWithLink } from './user.ts'

const until = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** The link that sets a password: shown this once, handed on by the person. */
export function UserLink({ user, onClose }: { user: UserWithLink; onClose: () => void }) {
  const goodUntil = until.format(Date.parse(user.link_expires_at))
  return (
    <ShownOnce
      title={t('settings.link_title', { name: user.name })}
      description={t('settings.link_help', { email: user.email, until: goodUntil })}
      secret={user.link}
      kept={t('settings.link_kept')}
      onClose={onClose}
    />
  )
}

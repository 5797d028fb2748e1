import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useMay, useMe } from '#dashboard/api/session.ts'
import { toast } from '#dashboard/api/toast.ts'
import { usePages } from '#dashboard/api/use-pages.ts'
import { t } from '#dashboard/strings/settings.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button, IconButton } from '#dashboard/ui/button.tsx'
import { ConfirmButton } from '#dashboard/ui/confirm.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Listing } from '#dashboard/ui/listing.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { Time } from '#dashboard/ui/time.tsx'
import { EditUser } from './edit-user.tsx'
import { InviteUser } from './invite-user.tsx'
import type { User } from './user.ts'
import { UserLink } from './user-link.tsx'

/** Who may log in. */
export function UsersTab() {
  if (useMay('admin')) return <People />
  return (
    <EmptyState icon={<Users aria-hidden />} title={t('settings.owners_only')} help={t('settings.owners_only_help')} />
  )
}

function People() {
  const [isInviting, setInviting] = useState(false)
  const list = usePages(api.users.list.pages({ query: { limit: 100 } }))
  return (
    <Section
      title={t('settings.users')}
      aside={
        <Button look="primary" icon={<UserPlus />} onClick={() => setInviting(true)}>
          {t('settings.invite')}
        </Button>
      }
    >
      <Listing list={list} lines={4}>
        <ul className="divide-y divide-line rounded-lg border border-line">
          {list.items.map((user) => (
            <Person key={user.id} user={user} />
          ))}
        </ul>
        {list.hasMore && <Button onClick={list.loadMore}>{t('settings.more')}</Button>}
      </Listing>
      {isInviting && <InviteUser onClose={() => setInviting(false)} />}
    </Section>
  )
}

function Person({ user }: { user: User }) {
  const me = useMe()
  const [isEditing, setEditing] = useState(false)
  const isMe = user.id === me.id
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-center gap-x-2">
          <span dir="auto" className="truncate font-medium">
            {user.name}
          </span>
          {isMe && <Badge tone="good">{t('settings.you')}</Badge>}
          {user.state === 'invited' && <Badge tone="warn">{t('settings.invited')}</Badge>}
          {user.state === 'deactivated' && <Badge>{t('settings.deactivated')}</Badge>}
        </p>
        <p dir="ltr" className="truncate text-start text-[13px] text-ink-soft">
          {user.email}
        </p>
      </div>
      <p className="basis-28 text-[13px] text-ink-soft">
        <span className="block text-ink">{t(`settings.is_${user.role}`)}</span>
        {user.last_seen_at === null ? t('settings.never_seen') : <Time at={user.last_seen_at} />}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {user.state !== 'deactivated' && <ResetLink user={user} />}
        {!isMe && <MayLogIn user={user} />}
        {!isMe && <RemoveUser user={user} />}
        <IconButton
          label={t('settings.edit_user', { name: user.name })}
          icon={<Pencil />}
          onClick={() => setEditing(true)}
        />
      </div>
      {isEditing && <EditUser user={user} onClose={() => setEditing(false)} />}
    </li>
  )
}

function ResetLink({ user }: { user: User }) {
  const make = useMutation({ ...api.users.link.mutation(), gcTime: 0 })
  return (
    <>
      <Button size="small" busy={make.isPending} onClick={() => make.mutate({ params: { id: user.id } })}>
        {user.state === 'invited' ? t('settings.invite_again') : t('settings.reset_link')}
      </Button>
      {make.data && <UserLink user={make.data} onClose={() => make.reset()} />}
    </>
  )
}

/** Out at once, with everything kept for the day they come back. */
function MayLogIn({ user }: { user: User }) {
  const queries = useQueryClient()
  const save = useMutation({
    ...api.users.update.mutation(),
    onSuccess: ({ name, state }) =>
      toast.done(state === 'deactivated' ? t('settings.is_out', { name }) : t('settings.is_in', { name })),
    onSettled: () => queries.invalidateQueries({ queryKey: api.users.list.key }),
  })
  const change = (active: boolean) => save.mutate({ params: { id: user.id }, body: { active } })
  if (user.state === 'deactivated')
    return (
      <Button size="small" busy={save.isPending} onClick={() => change(true)}>
        {t('settings.activate')}
      </Button>
    )
  return (
    <ConfirmButton
      size="small"
      title={t('settings.deactivate_title', { name: user.name })}
      description={t('settings.deactivate_help')}
      confirm={t('settings.deactivate_confirm')}
      onConfirm={() => change(false)}
    >
      {t('settings.deactivate')}
    </ConfirmButton>
  )
}

function RemoveUser({ user }: { user: User }) {
  const queries = useQueryClient()
  const remove = useMutation({
    ...api.users.delete.mutation(),
    onSuccess: () => toast.done(t('settings.removed')),
    onSettled: () => queries.invalidateQueries({ queryKey: api.users.list.key }),
  })
  return (
    <ConfirmButton
      size="small"
      title={t('settings.remove_title', { name: user.name })}
      description={t('settings.remove_help')}
      confirm={t('settings.remove_confirm')}
      onConfirm={() => remove.mutate({ params: { id: user.id } })}
    >
      {t('settings.remove')}
    </ConfirmButton>
  )
}

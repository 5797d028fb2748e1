import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { t } from '#dashboard/strings/developers.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { ConfirmButton } from '#dashboard/ui/confirm.tsx'
import { EmptyState } from '#dashboard/ui/empty-state.tsx'
import { Listing } from '#dashboard/ui/listing.tsx'
import { Section } from '#dashboard/ui/page.tsx'
import { type Column, Table } from '#dashboard/ui/table.tsx'
import { Time } from '#dashboard/ui/time.tsx'

/** What keys of every kind have. */
interface AnyKey {
  id: string
  name: string
  last_used_at: string | null
  revoked_at: string | null
}

/** Its name, and below it what it may do. */
export function KeyName({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="grid">
      <span dir="auto" className="truncate font-medium">
        {name}
      </span>
      <span className="truncate text-[13px] text-ink-soft">{children}</span>
    </span>
  )
}

export const lastUsed: Column<Pick<AnyKey, 'last_used_at'>> = {
  id: 'used',
  title: t('developers.last_used'),
  width: '8rem',
  wideOnly: true,
  cell: ({ last_used_at: at }) => (at === null ? t('developers.never') : <Time at={at} />),
}

interface RevokeKeyProps {
  revokedAt: string | null
  name: string
  /** What no longer works then. */
  help: string
  onRevoke: () => void
}

export function RevokeKey({ revokedAt, name, help, onRevoke }: RevokeKeyProps) {
  if (revokedAt !== null) return <Badge>{t('developers.revoked')}</Badge>
  return (
    <ConfirmButton
      size="small"
      title={t('developers.revoke_title', { name })}
      description={help}
      confirm={t('developers.revoke_confirm')}
      onConfirm={onRevoke}
    >
      {t('developers.revoke')}
    </ConfirmButton>
  )
}

interface KeyListProps<Key extends AnyKey> {
  title: string
  lead: string
  icon: ReactNode
  empty: string
  emptyHelp: string
  /** What the button says that makes one. */
  add: string
  columns: readonly Column<Key>[]
  list: Parameters<typeof Listing>[0]['list'] & { items: readonly Key[]; loadMore: () => void }
  /** Asks for a new one. */
  create: (onClose: () => void) => ReactNode
}

/** Keys of one kind: made, shown once, revoked. */
export function KeyList<Key extends AnyKey>(props: KeyListProps<Key>) {
  const { title, lead, icon, empty, emptyHelp, add, columns, list, create } = props
  const [isAdding, setAdding] = useState(false)
  const button = (
    <Button look="primary" icon={<Plus />} onClick={() => setAdding(true)}>
      {add}
    </Button>
  )
  return (
    <Section title={title} aside={list.items.length > 0 && button}>
      <p className="text-ink-soft">{lead}</p>
      <Listing list={list} empty={<EmptyState icon={icon} title={empty} help={emptyHelp} action={button} />}>
        <Table
          label={title}
          columns={columns}
          items={list.items}
          keyOf={({ id }) => id}
          onEnd={list.loadMore}
          rowHeightPx={60}
        />
      </Listing>
      {isAdding && create(() => setAdding(false))}
    </Section>
  )
}

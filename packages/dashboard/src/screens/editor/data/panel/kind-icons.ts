import { Calendar, CheckSquare, Hash, Image, Link, List, type LucideIcon, Type } from 'lucide-react'
import type { DataField } from '#dashboard/screens/editor/session/state.ts'

const icons: Readonly<Partial<Record<DataField['kind'], LucideIcon>>> = {
  number: Hash,
  attachments: Image,
  checkbox: CheckSquare,
  date: Calendar,
  date_time: Calendar,
  url: Link,
  single_select: List,
  multi_select: List,
  link: List,
}

/** The icon of the kind of a field. */
export const iconOf = ({ kind }: Pick<DataField, 'kind'>): LucideIcon => icons[kind] ?? Type

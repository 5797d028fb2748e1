import { Link } from '@tanstack/react-router'
import { SquarePen } from 'lucide-react'
import { t } from '#dashboard/strings/t.ts'
import { buttonClass } from '#dashboard/ui/button.tsx'

interface EditDesignProps {
  templateId: string
  /** Whose records the editor shows. */
  action?: string | undefined
  /** The record that it shows first. */
  record?: string | undefined
  size?: 'small'
}

/** The way from what a template was used for back to its design. */
export function EditDesign({ templateId, action, record, size }: EditDesignProps) {
  return (
    <Link
      to="/templates/$id/edit"
      params={{ id: templateId }}
      search={{ action, record }}
      className={buttonClass('plain', size)}
    >
      <SquarePen aria-hidden />
      {t('ui.edit_design')}
    </Link>
  )
}

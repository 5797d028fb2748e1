import { t } from '#dashboard/strings/actions.ts'

/** What can be written into the table, what it is for, and what it needs there. */
export const targets = [
  {
    key: 'url',
    label: t('actions.to_url'),
    help: t('actions.to_url_help'),
    needs: t('actions.to_url_needs'),
  },
  {
    key: 'attachment',
    label: t('actions.to_attachment'),
    help: t('actions.to_attachment_help'),
    needs: t('actions.to_attachment_needs'),
  },
  {
    key: 'status',
    label: t('actions.to_status'),
    help: t('actions.to_status_help'),
    needs: t('actions.to_status_needs'),
  },
  {
    key: 'error',
    label: t('actions.to_error'),
    help: t('actions.to_error_help'),
    needs: t('actions.to_error_needs'),
  },
  {
    key: 'rendered_at',
    label: t('actions.to_rendered_at'),
    help: t('actions.to_rendered_at_help'),
    needs: t('actions.to_rendered_at_needs'),
  },
] as const

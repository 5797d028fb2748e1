import type { CallAnswer, Contract } from '@pictable/client'
import type { Action, WriteBack } from '#core/action/action.ts'

type ActionJson = CallAnswer<Contract['actions']['get']>

function presentWriteBack({ url, status, error, renderedAt }: WriteBack): NonNullable<ActionJson['write_back']> {
  return {
    ...(url && { url }),
    ...(status && { status }),
    ...(error && { error }),
    ...(renderedAt && { rendered_at: renderedAt }),
  }
}

export function presentAction(action: Action): ActionJson {
  return {
    id: action.id,
    title: action.title,
    connection_id: action.connectionId,
    base_id: action.baseId,
    table_id: action.tableId,
    table_name: action.tableName,
    view_id: action.viewId,
    view_name: action.viewName,
    template_id: action.templateId,
    mapping: { ...action.mapping },
    output: { ...action.output, formats: [...action.output.formats] },
    write_back: action.writeBack && presentWriteBack(action.writeBack),
    revision: action.revision,
    created_at: action.createdAt.toISOString(),
    updated_at: action.updatedAt.toISOString(),
  }
}

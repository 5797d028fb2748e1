import type { CallInput, Contract } from '@pictable/client'
import { camelKeys } from '@pictable/model/key-case'
import type { ActionChange, ActionDraft } from '#core/action/save-action.ts'

type WriteBackJson = CallInput<Contract['actions']['create']>['body']['write_back']

/** Nothing if it was omitted, so that an update does not change it. */
export function writeBackOf(json: WriteBackJson): Pick<ActionDraft, 'writeBack'> {
  if (json === undefined) return {}
  return { writeBack: json && camelKeys(json) }
}

type OutputsJson = CallInput<Contract['actions']['create']>['body']['outputs']

export function outputsOf(json: OutputsJson): Pick<ActionDraft, 'outputs' | 'isListed'> {
  if (json === undefined) return {}
  const outputs = json.map(({ template_id, template_by, write_back, name, ...output }) => ({
    ...{ name, templateId: template_id, templateBy: template_by, output, writeBack: write_back },
  }))
  return { outputs, isListed: true }
}

type ChangeJson = NonNullable<CallInput<Contract['actions']['update']>['body']>

export function fileNameOf(pattern: ChangeJson['file_name']): Pick<ActionChange, 'fileName'> {
  return pattern === undefined ? {} : { fileName: pattern === null ? null : { text: pattern } }
}

export function actionChangeOf({ write_back, outputs, file_name, ...others }: ChangeJson): ActionChange {
  return { ...camelKeys(others), ...writeBackOf(write_back), ...outputsOf(outputs), ...fileNameOf(file_name) }
}

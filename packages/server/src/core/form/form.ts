import type { Question } from '@pictable/model/form'
import { newToken } from '#core/ids.ts'
import type { Form, FormUpload } from '#core/ports/data/forms.ts'
import type { Digest } from '#core/ports/digest.ts'
import type { World } from '#core/ports/world.ts'

const contextOf = (formId: string) => `forms.sealed_token.${formId}`

/** A new link of a form. */
export function newLink(
  { digest, random, secrets }: Pick<World, 'digest' | 'random' | 'secrets'>,
  formId: string,
): Pick<Form, 'tokenHash' | 'sealedToken'> {
  const token = newToken({ random })
  return { tokenHash: digest.sha256(token), sealedToken: secrets.seal(token, contextOf(formId)) }
}

/** The link of a form: anyone who knows it may submit. */
export function formUrl(
  { publicUrl, secrets }: Pick<World, 'publicUrl' | 'secrets'>,
  { id, sealedToken }: Pick<Form, 'id' | 'sealedToken'>,
): string {
  return `${publicUrl}/f/${secrets.open(sealedToken, contextOf(id))}`
}

/** What visitors know a question by. Names of variables stay here. */
export function questionId(digest: Digest, { variable }: Pick<Question, 'variable'>): string {
  return digest.sha256(`question ${variable}`).slice(0, 12)
}

/** Where the storage has the file of an upload. */
export const uploadKey = ({ id }: Pick<FormUpload, 'id'>): string => `uploads/${id}`

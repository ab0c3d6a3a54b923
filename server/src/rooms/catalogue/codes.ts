import type * as contract from '@cutaway/contract/rooms/catalogue/codes.ts'
import { troubleCodeIn } from '@cutaway/contract/rooms/catalogue/codes.ts'
import type { Handlers } from '../../core/http/endpoints.ts'
import { notFound } from '../../core/http/errors.ts'
import { textFor } from './library/library.ts'

/** The meanings of trouble codes. */
export const codes: Handlers<typeof contract> = {
  getTroubleCode: ({ params, services }) => {
    const language = services.sites.language(params.lang) ?? notFound()
    const code = troubleCodeIn(params.code)
    const meanings = code === null ? undefined : services.library.troubleCodes.get(code)
    return code === null || !meanings ? null : { code, meaning: textFor(meanings, language.language_code) }
  },
}

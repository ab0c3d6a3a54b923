import type { contract } from '@cutaway/contract'
import type { Handlers } from '../../core/endpoints.ts'
import type { Library } from '../catalogue/library.ts'

type Calls = Pick<
  Handlers<typeof contract.sharing>,
  'generateLink' | 'pdfShareLink' | 'getFbLink' | 'getGeneratedLinks' | 'revokeLink' | 'extendLink' | 'linkQr'
>

const missing = (): never => {
  throw new Error('not built yet')
}

export const linkHandlers = (_library: Library): Calls => ({
  generateLink: missing,
  pdfShareLink: missing,
  getFbLink: missing,
  getGeneratedLinks: missing,
  revokeLink: missing,
  extendLink: missing,
  linkQr: missing,
})

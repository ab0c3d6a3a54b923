import type { contract } from '@cutaway/contract'
import type { Handlers } from '../../core/endpoints.ts'
import type { Library } from '../catalogue/library.ts'

type Calls = Pick<Handlers<typeof contract.sharing>, 'getSends' | 'getSend' | 'getShareNews'>

const missing = (): never => {
  throw new Error('not built yet')
}

export const historyHandlers = (_library: Library): Calls => ({
  getSends: missing,
  getSend: missing,
  getShareNews: missing,
})
